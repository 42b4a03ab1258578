/** When a process reports ready, and which reason it gives when it is not. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { createDatabase } from '#platform/database.ts';
import { createJobs, type Jobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { numberOf, readMigrations } from '#platform/migration-files.ts';
import { createReadiness } from './readiness.ts';

/** For tests of other reasons: a busy machine answers more slowly than a shop may. */
const patient = { isDraining: () => false, answerWithinMs: 60_000 };

let database: TestDatabase;
let jobs: Jobs;
let isDraining = false;
let readiness: () => Promise<string | null>;
beforeAll(async () => {
  database = await aDatabase();
  jobs = await createJobs({ databaseUrl: database.url, log: createLogger('silent') });
  readiness = createReadiness(database.db, { ...patient, isDraining: () => isDraining, jobs });
});
afterAll(async () => {
  await jobs.stop({ timeoutMs: 1_000 });
  await database.close();
});

test('a new shop is ready', async () => expect(await readiness()).toBeNull());

test('a primary demoted to a replica is not ready, even after a write, until a connection finds another', async () => {
  const db = createDatabase(database.url, { max: 1 });
  const ready = createReadiness(db, { ...patient, jobs });
  try {
    expect(await ready()).toBeNull();
    await sql`set default_transaction_read_only = on`.execute(db);
    expect(await ready()).toBe('the database does not accept writes');
    expect(await ready()).toBeNull();
  } finally {
    await db.destroy();
  }
});

test('a stopping process reports that first', async () => {
  isDraining = true;
  expect(await readiness()).toBe('stopping');
  isDraining = false;
});

describe('a database of a later version', () => {
  const newer = (marks: Record<string, string | null>) =>
    sql`insert into schema_migration (name, checksum, oldest_code) values ${sql.join(
      Object.entries(marks).map(([name, oldest]) => sql`(${name}, '', ${oldest})`),
    )}`.execute(database.db);
  const tooNew = 'the database schema does not fit this code';
  afterEach(() => sql`delete from schema_migration where name >= '9'`.execute(database.db));

  test('is compatible while all its additions are', async () => {
    await newer({ '9998_words.sql': '0000', '9999_more_words.sql': '0000' });
    expect(await readiness()).toBeNull();
  });

  test('is incompatible when any addition is a contract, also before compatible ones', async () => {
    await newer({ '9998_words.sql': null, '9999_more_words.sql': '0000' });
    expect(await readiness()).toBe(tooNew);
  });

  test('is compatible when the contract migration follows our version, and not when it follows a later one', async () => {
    const last = (await readMigrations()).at(-1)?.name ?? '';
    await newer({ '9999_fewer_words.sql': numberOf(last) });
    expect(await readiness()).toBeNull();
    await sql`update schema_migration set oldest_code = '9998' where name like '9999%'`.execute(database.db);
    expect(await readiness()).toBe(tooNew);
  });
});

test('a database of an earlier version is incompatible', async () => {
  const last = (await readMigrations()).at(-1)?.name ?? '';
  await sql`update schema_migration set name = 'away' where name = ${last}`.execute(database.db);
  expect(await readiness()).toBe('the database schema does not fit this code');
  await sql`update schema_migration set name = ${last} where name = 'away'`.execute(database.db);
});

test('a database slower than half a second is not ready, and concurrent requests share one query', async () => {
  const other = new Client({ connectionString: database.url });
  await other.connect();
  other.on('error', () => {}); // When this test fails, its connection is closed with the database.
  await other.query('begin; lock table schema_migration in access exclusive mode');
  const ready = createReadiness(database.db, { isDraining: () => false, jobs });
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 50 }, ready));
  expect(new Set(answers)).toEqual(new Set(['the database is slow to answer']));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const { rows } = await other.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(rows.length).toBe(1);
  await other.query('rollback');
  await other.end();
  await until('the shop is ready again', async () => (await ready()) === null);
});

test('a hanging mail server does not make the shop unready: forty emails wait for minutes', async () => {
  const release = Promise.withResolvers<void>();
  jobs.work('send-mail', () => release.promise, { concurrency: 8 });
  await jobs.start();
  await database.db.transaction().execute(async (tx) => {
    for (let email = 0; email < 40; email += 1)
      await jobs.enqueue(tx, 'send-mail', { mailId: `mail_${email}` });
  });
  const waiting = async () =>
    (
      await sql<{
        state: string;
      }>`select state from pgboss.job where name = 'send-mail' and state = 'created'`.execute(database.db)
    ).rows.length;
  await until('every slot hangs', async () => (await waiting()) === 32);
  await sql`update pgboss.job set start_after = now() - interval '5 minutes' where name = 'send-mail' and state = 'created'`.execute(
    database.db,
  );
  expect(await readiness()).toBeNull();
  release.resolve();
});

// The second one simulates a full disk: no file of the database may grow.
for (const setting of ['default_transaction_read_only = on', "temp_file_limit = '64kB'"])
  test(`a read-only database (${setting}) is not ready, and it is again when writable`, async () => {
    const single = await aDatabase({ max: 1 });
    const ask = () => createReadiness(single.db, { ...patient, jobs })();
    expect(await ask()).toBeNull();
    await sql.raw(`set ${setting}`).execute(single.db);
    expect(await ask()).toBe('the database does not accept writes');
    await sql.raw(`reset ${setting.split(' ')[0]}`).execute(single.db);
    expect(await ask()).toBeNull();
    await single.close();
  });

test('a write reaches the disk as well as the log, and is valid for requests of some seconds', async () => {
  const single = await aDatabase({ max: 1 });
  const ask = createReadiness(single.db, { ...patient, jobs });
  const files = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(single.db);
    const { rows } = await sql<{ files: number; bytes: number }>`
      select temp_files as files, temp_bytes as bytes from pg_stat_database where datname = current_database()`.execute(
      single.db,
    );
    return rows[0];
  };
  expect(await files()).toEqual({ files: 0, bytes: 0 });
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBeNull();
  const { rows } = await sql`select from write_probe where written_at > now() - interval '1 minute'`.execute(
    single.db,
  );
  expect(rows).toHaveLength(1);
  expect(await files()).toEqual({ files: 1, bytes: expect.toSatisfy((bytes: number) => bytes > 500_000) });
  await single.close();
});

test('a process that has not polled for work for a minute is not ready', async () => {
  const after = (seconds: number) =>
    createReadiness(database.db, { ...patient, jobs: { silentMs: () => seconds * 1_000 } })();
  expect(await after(59)).toBeNull();
  expect(await after(61)).toBe('the job worker has not polled for 61 seconds');
});

test('a missing database does not answer', async () => {
  const closedDatabase = await aDatabase();
  await closedDatabase.close();
  expect(await createReadiness(closedDatabase.db, { ...patient, jobs })()).toMatch(
    /^the database does not answer: .+ \(\w+\)$/,
  );
});
