/**
 * A baseline: an empty database runs it, a database with everything that it replaces only records it, and any
 * other database is left alone. The files of these tests are in a separate folder.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from './logger.ts';
import { awaitMigrations, migrate, pendingMigrations } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import { commitBeforeBaseline, incompatibleMigration } from './schema-fit.ts';

const chain = {
  '0001_first.sql': '-- First.\ncreate table first (id integer);',
  '0002_second.sql': '-- compatible\n-- Second.\ncreate table second (id integer);',
};
const baseline = '0003_baseline';

let database: TestDatabase;
let path: string;
/** The code before the baseline, and the code with it. */
let before: URL;
let after: URL;

beforeEach(async () => {
  database = await aDatabase({ content: 'none' });
  path = await mkdtemp(join(tmpdir(), 'migrations '));
  before = await folder('before', chain);
  const checksums = (await readMigrations(before)).map(({ name, checksum }) => [name, checksum]);
  await folder(`after/${baseline}`, {
    '01_first.sql': '-- First.\ncreate table first (id integer);\ncreate table only_here (id integer);',
    '02_second.sql': '-- Second.\ncreate table second (id integer);',
    'replaces.json': JSON.stringify(Object.fromEntries(checksums)),
  });
  after = await folder('after', {
    '0004_later.sql': '-- compatible\n-- Later.\ncreate table later (id integer);',
  });
});

afterEach(async () => {
  await database.close();
  await rm(path, { recursive: true });
});

async function folder(name: string, files: Record<string, string>): Promise<URL> {
  await mkdir(join(path, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, name, file), text);
  return pathToFileURL(`${join(path, name)}/`);
}

const run = (code: URL, only?: string[]): Promise<string[]> =>
  migrate(database.url, { folder: code, ...(only && { only }) });
const recorded = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>`select name from schema_migration order by name collate "C"`.execute(
      database.db,
    )
  ).rows.map(({ name }) => name);
const isThere = async (table: string): Promise<boolean> =>
  (await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(database.db))
    .rows[0]?.found === true;

test('an empty database runs all its files, and the migrations after it', async () => {
  expect(await run(after)).toEqual([baseline, '0004_later.sql']);
  expect(await Promise.all(['first', 'second', 'only_here', 'later'].map(isThere))).toEqual(
    Array(4).fill(true),
  );
  expect(await recorded()).toEqual([baseline, '0004_later.sql']);
  expect(await run(after)).toEqual([]);
});

describe('a database with everything that it replaces', () => {
  beforeEach(async () => {
    await run(before);
  });

  test('records it without running it', async () => {
    const pending = await pendingMigrations(database.url, { folder: after });
    expect(pending.map(({ name, way }) => [name, way])).toEqual([
      [baseline, 'recorded only'],
      ['0004_later.sql', 'in one transaction'],
    ]);
    expect(await run(after)).toEqual([baseline, '0004_later.sql']);
    expect(await isThere('only_here')).toBe(false);
    expect(await recorded()).toEqual([...Object.keys(chain), baseline, '0004_later.sql']);
    expect(await run(after)).toEqual([]);
    await awaitMigrations(database.url, () => expect.unreachable(), { folder: after });
  });

  test('records it while the version before serves, which keeps working', async () => {
    const jobs = await createJobs({
      databaseUrl: database.url,
      log: createLogger('silent'),
      version: '0002',
    });
    try {
      expect(await run(after)).toEqual([baseline, '0004_later.sql']);
    } finally {
      await jobs.stop({ timeoutMs: 1_000 });
    }
    const { rows } = await sql<{ name: string; oldestCode: string | null }>`
      select name, oldest_code as "oldestCode" from schema_migration`.execute(database.db);
    expect(incompatibleMigration('0002_second.sql', rows)).toBeNull();
    expect(await run(before)).toEqual([]);
  });

  test('records it once with five concurrent starts', async () => {
    const applied = await Promise.all([run(after), run(after), run(after), run(after), run(after)]);
    expect(applied.flat().toSorted()).toEqual([baseline, '0004_later.sql']);
  });

  test('is refused when one of them had another text', async () => {
    await sql`update schema_migration set checksum = 'another' where name = '0001_first.sql'`.execute(
      database.db,
    );
    await expect(run(after)).rejects.toThrow(
      `The migration 0001_first.sql was applied to this database with another text than in the commit ${commitBeforeBaseline}`,
    );
    expect(await recorded()).toEqual(Object.keys(chain));
  });
});

test('a database with part of them stops the start with the commit to start first', async () => {
  await run(before, ['0001_first.sql']);
  const sentence = `The database has only part of the migrations that ${baseline} replaces: start the commit ${commitBeforeBaseline} on it once, then start this version.`;
  await expect(run(after)).rejects.toThrow(sentence);
  await expect(pendingMigrations(database.url, { folder: after })).rejects.toThrow(sentence);
  expect(await recorded()).toEqual(['0001_first.sql']);
  // The runner of an early version had no marks.
  await sql`alter table schema_migration drop column oldest_code`.execute(database.db);
  await expect(run(after)).rejects.toThrow(sentence);
});

test('an applied baseline is never edited', async () => {
  await run(after);
  await folder(`after/${baseline}`, { '02_second.sql': '-- Second.\ncreate table second (id bigint);' });
  await expect(run(after)).rejects.toThrow(
    `The migration ${baseline} was changed after it was applied to this database.`,
  );
});
