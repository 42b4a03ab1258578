/**
 * The database in which a backup is verified exists only while it is needed. The full procedure is tested in
 * tools/admin-backup.test.ts.
 */
import { spawn } from 'node:child_process';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { BackupError } from './sealed-file.ts';
import { dropLeftoversOn, inNewDatabase, requireScratch } from './scratch.ts';

let server: TestDatabase;
let client: Client;
beforeAll(async () => {
  server = await aDatabase({ content: 'none' });
  client = new Client({ connectionString: server.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

const exists = async (name: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [name])).rows.length === 1;
const nameIn = (url: string): string => new URL(url).pathname.slice(1);

test('it is another one on the same server, empty, and dropped after success and failure, despite connections', async () => {
  let url = '';
  const answer = await inNewDatabase(server.url, async (databaseUrl) => {
    url = databaseUrl;
    expect(await exists(nameIn(url))).toBe(true);
    const inside = new Client({ connectionString: url });
    inside.on('error', () => {}); // The connection is still open when its database is dropped.
    await inside.connect();
    const { rows } = await inside.query(
      'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
    );
    expect(rows).toEqual([{ encoding: 'UTF8' }]);
    return 'sound';
  });
  expect(answer).toBe('sound');
  expect(nameIn(url)).not.toBe(nameIn(server.url));
  expect(await exists(nameIn(url))).toBe(false);

  const failing = inNewDatabase(server.url, async (databaseUrl) => {
    url = databaseUrl;
    throw new Error('the backup is damaged');
  });
  await expect(failing).rejects.toThrow('the backup is damaged');
  expect(await exists(nameIn(url))).toBe(false);
});

test('it is dropped when the process is terminated during its work', async () => {
  const script = `import { inNewDatabase } from '#platform/backup/scratch.ts';
    await inNewDatabase(process.argv[1], (url) => new Promise(() => { console.log(url); setInterval(() => {}, 1_000); })).catch((error) => {
      console.log(error.message);
      process.exit(2);
    });`;
  const prover = spawn(process.execPath, ['--input-type=module', '--eval', script, server.url], {
    cwd: import.meta.dirname,
  });
  const ended = new Promise((resolve) => prover.once('exit', resolve));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    prover.stdout.on('data', (text) => {
      output += String(text);
      resolve();
    });
    prover.once('exit', () => reject(new Error(`it ended early: ${output}`)));
  });
  const [url = ''] = output.split('\n');
  expect(await exists(nameIn(url))).toBe(true);
  prover.kill('SIGTERM');
  expect(await ended).toBe(2);
  expect(output).toContain('The proof was interrupted by SIGTERM.');
  expect(await exists(nameIn(url))).toBe(false);
});

test('leftovers of a killed proof are dropped by the next one or on request, and nothing else is', async () => {
  const madeBefore = (hours: number, ending: string): string =>
    `stateside_proof_${Math.floor(Date.now() / 1_000) - hours * 3600}_${ending}`;
  const random = (): string => crypto.randomUUID().slice(0, 8);
  const leftover = madeBefore(13, random());
  const untouched = {
    young: madeBefore(11, random()),
    anothersName: madeBefore(13, `of_${random()}`),
    atWork: madeBefore(13, random()),
  };
  for (const name of Object.values(untouched)) await client.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${untouched.atWork}`;
  const activeClient = new Client({ connectionString: url.href });
  await activeClient.connect();
  try {
    for (const clear of [dropLeftoversOn, (url: string) => inNewDatabase(url, async () => undefined)]) {
      await client.query(`create database ${leftover}`);
      await clear(server.url);
      expect(await exists(leftover)).toBe(false);
    }
    for (const name of Object.values(untouched)) expect([name, await exists(name)]).toEqual([name, true]);
  } finally {
    await activeClient.end();
    for (const name of Object.values(untouched)) await client.query(`drop database ${name} with (force)`);
  }
});

test('a login without the right to create one gets advice', async () => {
  const name = `prover_${crypto.randomUUID().replaceAll('-', '')}`;
  await client.query(`create role ${name} login password 'of a test'`);
  try {
    const url = new URL(server.url);
    Object.assign(url, { username: name, password: 'of%20a%20test' });
    const attempt = inNewDatabase(url.href, async () => undefined);
    await expect(attempt).rejects.toThrow(BackupError);
    await expect(attempt).rejects.toThrow(
      'may not create databases. Allow it with: alter role NAME createdb',
    );
  } finally {
    await client.query(`drop role ${name}`);
  }
});

test('an unavailable server is reported with its setting, and so is a missing one', async () => {
  await expect(inNewDatabase('postgres://nobody@127.0.0.1:1/none', async () => undefined)).rejects.toThrow(
    /^The server of PROVE_DATABASE_URL cannot create a database for the proof: connect ECONNREFUSED/,
  );
  expect(() => requireScratch(null, false)).toThrow(
    'Set PROVE_DATABASE_URL to a PostgreSQL server whose login may create databases',
  );
  for (const [named, hasOwn] of [
    [server.url, false],
    [null, true],
  ] as const)
    expect(() => requireScratch(named, hasOwn)).not.toThrow();
});
