/**
 * Migrations against real databases. The files of these tests are in a separate folder; the repository's are
 * only read.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { type MigrateOptions, migrate, requireServerVersion } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

let database: TestDatabase;
let path: string;
let folder: URL;

beforeEach(async () => {
  database = await aDatabase({ content: 'none' });
  path = await mkdtemp(join(tmpdir(), 'migrations '));
  folder = pathToFileURL(`${path}/`);
  await file('0001_first.sql', '-- First.\ncreate table first (id integer);');
  await file(
    '0002_second.sql',
    '-- Second.\ncreate table second (id integer);\ninsert into second values (1);',
  );
});

afterEach(async () => {
  await database.close();
  await rm(path, { recursive: true });
});

const file = (name: string, text: string): Promise<void> => writeFile(join(path, name), text);
const run = (options: MigrateOptions = {}): Promise<string[]> =>
  migrate(database.url, { folder, ...options });
const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
};

test('files are applied in name order, and a second run has nothing to do', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await run()).toEqual([]);
  await file('0003_third.sql', '-- Third.\nalter table first add column name text;');
  expect(await run()).toEqual(['0003_third.sql']);
});

test('five concurrent starts apply every file once', async () => {
  const applied = await Promise.all([run(), run(), run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect((await sql`select * from second`.execute(database.db)).rows).toHaveLength(1);
});

test("the repository's own files create a database from scratch", async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  expect(names[0]).toBe('0142_baseline');
  expect(await migrate(database.url)).toEqual(names);
});

describe('nothing is changed, and the reason is reported,', () => {
  beforeEach(async () => {
    await run();
    await file('0003_third.sql', '-- Third.\ncreate table third (id integer);');
  });

  const refusal = async (): Promise<string> => {
    const error = await run().then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error?.name).toBe('MigrationError');
    expect(await tables()).not.toContain('third');
    return error?.message ?? '';
  };

  test('when an applied file was changed', async () => {
    await file('0001_first.sql', '-- First.\ncreate table first (id bigint);');
    expect(await refusal()).toBe(
      'The migration 0001_first.sql was changed after it was applied to this database. Restore the old text and add a new migration instead.',
    );
  });

  test('when an applied file is missing', async () => {
    await rm(join(path, '0001_first.sql'));
    expect(await refusal()).toBe(
      'The migration 0001_first.sql was applied to this database, but its file is missing. Restore the file.',
    );
  });

  test('when the database is newer than the code', async () => {
    await rm(join(path, '0002_second.sql'));
    await rm(join(path, '0003_third.sql'));
    expect(await refusal()).toBe(
      'The database is newer than this code: it has 0002_second.sql, but this code only knows migrations up to 0001_first.sql. Start the newer version.',
    );
  });

  test('when a new file comes before one that was applied', async () => {
    await file('0001_zero.sql', '-- Late.\ncreate table late (id integer);');
    expect(await refusal()).toContain('The migration 0001_zero.sql comes before 0002_second.sql');
  });
});

test('a failing file is rolled back, the files before it stay applied, and the error names the file and line', async () => {
  await file(
    '0003_third.sql',
    '-- Third.\ncreate table third (id integer);\ncreate table fourth (id integr);',
  );
  await expect(run()).rejects.toThrow(
    'The migration 0003_third.sql failed at line 3: type "integr" does not exist. It was rolled back.',
  );
  expect(await tables()).toEqual(['first', 'schema_migration', 'second']);
  await file('0003_third.sql', '-- Third.\ncreate table third (id integer);');
  expect(await run()).toEqual(['0003_third.sql']);
});

test('a checkout with Windows line endings is the same migration', async () => {
  await run();
  await file('0001_first.sql', '-- First.\r\ncreate table first (id integer);');
  expect(await run()).toEqual([]);
});

test('a server older than PostgreSQL 15 is rejected by version', async () => {
  const older = { query: async () => ({ rows: [{ number: 140_011, name: '14.11' }] }) };
  await expect(requireServerVersion(older)).rejects.toThrow(
    'The database server is PostgreSQL 14.11. Stateside needs PostgreSQL 15 or newer.',
  );
});
