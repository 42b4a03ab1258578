/**
 * `npm run admin -- backup`, `prove`, and `restore` as an operator runs them: separate processes next to a
 * shop's data, and on an empty machine.
 * @module-tag long
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '#db/seeds/seed.ts';
import { createDatabase } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { compileCache } from '#test/compile-cache.ts';
import { testSessionSecret } from '#test/secrets.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await aDatabase();
  await seed(database.db, new Date());
  folder = await mkdtemp(join(tmpdir(), 'admin backups '));
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'keys'));
  await mkdir(join(folder, 'shop', 'files'), { recursive: true });
  await writeFile(join(folder, 'shop', 'files', 'one.webp'), 'a picture');
  await writeFile(join(folder, 'keys', 'key'), 'the key of a test, long enough\n');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const program = fileURLToPath(new URL('./admin.ts', import.meta.url));
const defaults = { SESSION_SECRET: testSessionSecret, BACKUP_KEY: 'a passphrase of a test' };
type Ended = { code: number; stdout: string; stderr: string };

const admin = (environment: Record<string, string>, ...words: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [program, ...words], {
    env: { ...compileCache, ...defaults, ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );

/** With all settings of a shop, on its database. */
const besideShop = (...words: string[]): Promise<Ended> => withSettings({}, ...words);

const withSettings = (more: Record<string, string>, ...words: string[]): Promise<Ended> =>
  admin(
    {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'shop'),
      STRIPE_SECRET_KEY: 'sk_test_51',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_51',
      STRIPE_WEBHOOK_SECRETS: 'whsec_of_a_test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...more,
    },
    ...words,
  );

test('a backup is made, verified, inspected, and restored into a data folder with its uploads', async () => {
  const file = join(folder, 'the.backup');
  const made = await besideShop('backup', '--to', file, '--prove');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/^Backup of 20\S+: \d+ tables, \d+ rows, 0 orders, 1 uploads, /);
  expect(made.stdout).toContain('Result of verify:\nAll ');
  const noted = await database.db
    .selectFrom('operation_result')
    .selectAll()
    .where('kind', '=', 'backup')
    .executeTakeFirstOrThrow();
  expect(noted).toMatchObject({ is_good: true });
  expect(noted.summary).toContain('Proven.');
  expect(await database.db.selectFrom('audit_log').select(['action', 'actor_id']).execute()).toEqual([
    { action: 'backup_made', actor_id: 'terminal' },
  ]);

  const target = join(folder, 'elsewhere');
  const dryRun = await admin({ DATA_DIR: target }, 'restore', '--from', file, '--dry-run');
  expect(dryRun).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(target)).toBe(false);
  const restored = await admin({ DATA_DIR: target }, 'restore', '--from', file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(
    `Restored into ${target}. Start the shop, then run: npm run admin -- adopt --missing`,
  );
  expect((await readdir(target)).toSorted()).toEqual(['files', 'postgres']);
  expect(await readFile(join(target, 'files', 'one.webp'), 'utf8')).toBe('a picture');
  const postgres = await startEmbeddedPostgres({ dataDir: target, purpose: 'shop' });
  const db = createDatabase(postgres.url, { max: 1 });
  const namesIn = (from: typeof db) =>
    from.selectFrom('product').select(['id', 'name']).orderBy('id').execute();
  expect(await namesIn(db)).toEqual(await namesIn(database.db));
  const { detail } = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'backup_restored')
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ awaitsAdoption: true });
  expect(made.stdout).toContain(`Backup of ${(detail as { takenAt: string }).takenAt}:`);
  await db.destroy();
  await postgres.stop();

  const secondRestore = await admin({ DATA_DIR: target }, 'restore', '--from', file);
  expect(secondRestore.code).toBe(2);
  expect(secondRestore.stderr).toContain('already exists, and a restore does not overwrite data');
  const over = await admin({ DATABASE_URL: database.url }, 'restore', '--from', file);
  expect(over.code).toBe(2);
  expect(over.stderr).toContain('The database is not empty, and a restore does not overwrite data');
});

test('a backup is verified on a given server, in a database that is dropped afterwards', async () => {
  const file = join(folder, 'proven-on-a-server.backup');
  const login = `prover_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql`create role ${sql.ref(login)} login createdb password 'of_a_test'`.execute(database.db);
  const server = Object.assign(new URL(database.url), { username: login, password: 'of_a_test' });
  // The temporary folder does not exist, so a built-in PostgreSQL could not start there.
  const named = { PROVE_DATABASE_URL: server.href, TMPDIR: join(folder, 'nowhere') };
  const made = await withSettings(named, 'backup', '--to', file, '--prove');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('Result of verify:\nAll ');
  expect(await withSettings(named, 'prove', '--from', file)).toMatchObject({ code: 0, stderr: '' });
  const leftoverName = `stateside_proof_${Math.floor(Date.now() / 1_000) - 13 * 3600}_${crypto.randomUUID().slice(0, 8)}`;
  await sql`create database ${sql.ref(leftoverName)} owner ${sql.ref(login)}`.execute(database.db);
  expect(await withSettings(named, 'backup', '--to', file)).toMatchObject({ code: 0, stderr: '' });
  // A role can be dropped only when it owns nothing: both proofs cleaned up, and the backup removed earlier
  // leftovers.
  await sql`drop role ${sql.ref(login)}`.execute(database.db);

  const nowhere = { PROVE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await withSettings(nowhere, 'backup', '--to', file)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'Could not check PROVE_DATABASE_URL for copies left by interrupted proofs: connect',
    ),
  });
  const away = await withSettings(nowhere, 'backup', '--to', file, '--prove');
  expect(away.code).toBe(2);
  expect(away.stderr).toContain('The server of PROVE_DATABASE_URL cannot create a database for the proof');
  const noted = await database.db
    .selectFrom('operation_result')
    .select('is_good')
    .where('kind', '=', 'backup')
    .executeTakeFirst();
  expect(noted).toEqual({ is_good: false });
});

test('moving to a server is a restore with DATABASE_URL set', async () => {
  const file = join(folder, 'to-a-server.backup');
  expect(await besideShop('backup', '--to', file, '--key-file', join(folder, 'keys', 'key'))).toMatchObject({
    code: 0,
    stderr: '',
  });
  const server = await aDatabase({ content: 'none' });
  const target = join(folder, 'beside-a-server');
  const environment = { DATABASE_URL: server.url, DATA_DIR: target, BACKUP_KEY: '' };
  expect(
    await admin(environment, 'restore', '--from', file, '--key-file', join(folder, 'keys', 'key')),
  ).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await readdir(target)).toEqual(['files']);
  const ids = (from: TestDatabase) => from.db.selectFrom('product').select('id').orderBy('id').execute();
  expect(await ids(server)).toEqual(await ids(database));
  await server.close();
});

test('missing and invalid input is reported, and no backup is made', async () => {
  const file = join(folder, 'refused.backup');
  const refusal = async (ended: Promise<Ended>): Promise<string> => {
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    return stderr;
  };
  const inShop = { DATA_DIR: join(folder, 'never') };
  expect(await refusal(besideShop('backup'))).toContain('backup needs --to FILE');
  await writeFile(join(folder, 'beside'), 'the key of a test, long enough');
  expect(await refusal(besideShop('backup', '--to', file, '--key-file', join(folder, 'beside')))).toContain(
    "must not be in the backup's folder",
  );
  await writeFile(join(folder, 'keys', 'short'), 'short');
  expect(
    await refusal(besideShop('backup', '--to', file, '--key-file', join(folder, 'keys', 'short'))),
  ).toContain('16 characters or more');
  expect(existsSync(file)).toBe(false);
  expect(await besideShop('backup', '--to', file)).toMatchObject({ code: 0 });
  const otherSecret = {
    ...inShop,
    SESSION_SECRET: Buffer.from('of another shop, which is not this one').toString('base64url'),
  };
  expect(await refusal(admin(otherSecret, 'restore', '--from', file))).toContain(
    'SESSION_SECRET does not match the backup',
  );
  expect(
    await refusal(admin({ ...inShop, BACKUP_KEY: 'another passphrase' }, 'restore', '--from', file)),
  ).toContain('The key does not open');
  await writeFile(file, (await readFile(file)).subarray(0, -1));
  expect(await refusal(admin(inShop, 'restore', '--from', file))).toContain('truncated or altered');
  expect(await refusal(admin(inShop, 'restore', '--from', join(folder, 'nothing')))).toContain(
    'does not exist',
  );
  expect(await refusal(admin({ ...inShop, SESSION_SECRET: '' }, 'restore', '--from', file))).toContain(
    'SESSION_SECRET: is missing',
  );
  expect(existsSync(join(folder, 'never'))).toBe(false);
});
