/** Migrations while the shop runs: forward, backward, locks, indexes, and many rows. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLogger } from './logger.ts';
import { awaitMigrations, type MigrateOptions, migrate } from './migrate.ts';

let database: TestDatabase;
let path: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await aDatabase({ content: 'none' });
  path = await mkdtemp(join(tmpdir(), 'migrations '));
  await file(
    '0001_words.sql',
    '-- Words.\ncreate table word (id integer primary key, text text, length integer);',
  );
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.close();
  await rm(path, { recursive: true });
});

const file = (name: string, text: string): Promise<void> => writeFile(join(path, name), text);
const folder = () => pathToFileURL(`${path}/`);
const run = (options: MigrateOptions = {}): Promise<string[]> =>
  migrate(database.url, { folder: folder(), ...options });
const marks = async () =>
  (
    await sql<{ oldest_code: string | null }>`select oldest_code from schema_migration order by name`.execute(
      database.db,
    )
  ).rows.map((row) => row.oldest_code);
const another = async (): Promise<Client> => {
  const client = new Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  cleanups.push(() => client.end());
  return client;
};
const fill = (rows: number) =>
  sql`insert into word (id, text) select n, 'word ' || n from generate_series(1, ${sql.lit(rows)}) as n`.execute(
    database.db,
  );

const expand = '-- compatible\n-- Languages.\nalter table word add column language text;';

describe('expand and contract', () => {
  test('the database fulfills the promise of each file', async () => {
    await file('0002_languages.sql', expand);
    await file(
      '0003_short.sql',
      '-- contract after 0002\n-- Without lengths.\nalter table word drop column length;',
    );
    await file('0004_none.sql', '-- contract\n-- Without texts.\nalter table word drop column text;');
    await file('0005_number.sql', '-- compatible\n-- Nothing: this version only has a number.');
    await run();
    expect(await marks()).toEqual([null, '0000', '0002', null, '0000']);
  });

  test('older code starts on compatible migrations, finds nothing to do, and rejects a later contract', async () => {
    await file('0002_languages.sql', expand);
    await run();
    await rm(join(path, '0002_languages.sql'));
    expect(await run()).toEqual([]);
    await file('0002_languages.sql', expand);
    await file(
      '0003_short.sql',
      '-- contract after 0002\n-- Without lengths.\nalter table word drop column length;',
    );
    await run();
    await rm(join(path, '0003_short.sql'));
    expect(await run()).toEqual([]);
    await rm(join(path, '0002_languages.sql'));
    await expect(run()).rejects.toThrow(
      'it has 0003_short.sql, but this code only knows migrations up to 0001_words.sql',
    );
  });

  test('a start with migrations turned off waits for them and logs that once', {
    tags: ['long'],
  }, async () => {
    let answered = 0;
    let isOver = false;
    const waiting = awaitMigrations(database.url, () => (answered += 1), { folder: folder() }).then(
      () => (isOver = true),
    );
    await pause(1_200);
    expect({ said: answered, isOver }).toEqual({ said: 1, isOver: false });
    await run();
    await waiting;
    expect(answered).toBe(1);
  });
});

describe('with processes of the previous version', () => {
  const startJobs = async (version: string): Promise<Jobs> => {
    const jobs = await createJobs({ databaseUrl: database.url, log: createLogger('silent'), version });
    cleanups.push(() => jobs.stop({ timeoutMs: 1_000 }));
    return jobs;
  };
  const contract = '-- contract after 0002\n-- Without lengths.\nalter table word drop column length;';

  test('an incompatible contract is rejected before any change, and applied when they have ended', async () => {
    await run();
    const jobs = await startJobs('0001');
    await file('0002_languages.sql', expand);
    await file('0003_short.sql', contract);
    await expect(run({ waitForOlderCodeMs: 300 })).rejects.toThrow(
      'The migration 0003_short.sql removes what versions up to 0001 need, and processes of such a version are running.',
    );
    expect(await marks()).toEqual([null]);
    const waiting = run();
    await jobs.stop({ timeoutMs: 1_000 });
    cleanups.length = 0;
    expect(await waiting).toEqual(['0002_languages.sql', '0003_short.sql']);
  });

  test('a compatible contract is applied, and so are compatible migrations', async () => {
    await run();
    await file('0002_languages.sql', expand);
    await startJobs('0001');
    expect(await run()).toEqual(['0002_languages.sql']);
    await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
    await startJobs('0002');
    await file('0003_short.sql', contract);
    expect(await run()).toEqual(['0003_short.sql']);
  });
});

describe('locks', () => {
  test('a held lock does not block other queries: the migration yields and retries', async () => {
    await run();
    await fill(1);
    await file('0002_languages.sql', expand);
    const other = await another();
    await other.query('begin; select * from word');
    const migrating = run({ lockTimeoutMs: 100 });
    await until('it has given way', async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.db,
        );
      return rows.length > 0;
    });
    const startedAt = performance.now();
    // Would hang behind a waiting migration.
    await sql`select * from word`.execute(database.db);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await other.query('commit');
    expect(await migrating).toEqual(['0002_languages.sql']);
  });

  test('after five minutes, or its limit, it reports the lock, and nothing of it is stored', async () => {
    await run();
    await file('0002_languages.sql', expand);
    const other = await another();
    await other.query('begin; select * from word');
    await expect(run({ lockTimeoutMs: 50, retryForMs: 700 })).rejects.toThrow(
      'canceling statement due to lock timeout',
    );
    expect(await marks()).toEqual([null]);
  });
});

describe('outside a transaction', () => {
  const index =
    '-- compatible, concurrently\n-- By text.\ncreate unique index concurrently if not exists word_text on word (text);';
  const valid = async () =>
    (
      await sql<{
        indisvalid: boolean;
      }>`select indisvalid from pg_index where indexrelid = to_regclass('word_text')`.execute(database.db)
    ).rows;

  test('an index is built concurrently, by one of two starts, while rows are written', async () => {
    await run();
    await fill(20_000);
    await file('0002_by_text.sql', index);
    const building = Promise.all([run(), run(), run()]);
    await sql`insert into word (id, text) values (0, 'while it is built')`.execute(database.db);
    expect((await building).flat()).toEqual(['0002_by_text.sql']);
    expect(await valid()).toEqual([{ indisvalid: true }]);
  });

  test('a run interrupted between two indexes continues with the second', { tags: ['long'] }, async () => {
    await run();
    const both = `${index}\ncreate index concurrently if not exists word_twice on word (text, id);\n`;
    await sql`create unique index word_text on word (text)`.execute(database.db);
    await file('0002_by_text.sql', both);
    expect(await run()).toEqual(['0002_by_text.sql']);
    expect(
      (
        await sql`select indexname from pg_indexes where tablename = 'word' and indexname like 'word_t%' order by 1`.execute(
          database.db,
        )
      ).rows,
    ).toEqual([{ indexname: 'word_text' }, { indexname: 'word_twice' }]);
  });

  test('an invalid index left by a failure is rebuilt', { tags: ['long'] }, async () => {
    await run();
    await fill(2);
    await sql`update word set text = 'the same'`.execute(database.db);
    await file('0002_by_text.sql', index);
    await expect(run()).rejects.toThrow(
      'The migration 0002_by_text.sql failed: could not create unique index',
    );
    expect(await valid()).toEqual([{ indisvalid: false }]);
    await sql`delete from word where id = 2`.execute(database.db);
    expect(await run()).toEqual(['0002_by_text.sql']);
    expect(await valid()).toEqual([{ indisvalid: true }]);
  });

  test('many rows are changed a thousand at a time, and an interrupted run continues where it stopped', {
    tags: ['long'],
  }, async () => {
    await run();
    await fill(2_500);
    await sql
      .raw(`
      create table seen (rows integer);
      create table obstacle (since integer);
      insert into obstacle values (1);
      create function note() returns trigger language plpgsql as $$
      begin
        if exists (select from obstacle where since = (select count(*) from seen)) then raise 'in the way'; end if;
        insert into seen select count(*) from changed;
        return null;
      end $$;
      create trigger note after update on word referencing new table as changed for each statement execute function note();`)
      .execute(database.db);
    await file(
      '0002_lengths.sql',
      `-- compatible, in batches\n-- Lengths.
        update word set length = length(text) where id in (select id from word where length is null limit 1000);`,
    );
    await expect(run()).rejects.toThrow(
      'failed: in the way. Its changes so far remain, and the next run continues from there.',
    );
    const changed = async () =>
      (
        await sql<{ done: number }>`select count(*)::int as done from word where length is not null`.execute(
          database.db,
        )
      ).rows[0]?.done;
    expect(await changed()).toBe(1_000);
    await sql`delete from obstacle`.execute(database.db);
    expect(await run()).toEqual(['0002_lengths.sql']);
    expect(await changed()).toBe(2_500);
    expect((await sql`select * from seen`.execute(database.db)).rows).toEqual([
      { rows: 1_000 },
      { rows: 1_000 },
      { rows: 500 },
    ]);
  });
});
