/** A server that is reachable again is used again, although the old connections will never be answered. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { startTcpProxy, type TcpProxy } from '#test/chaos/tcp-proxy.ts';
import { until } from '#test/until.ts';
import { createDatabase } from './database.ts';
import { isDatabaseFailure } from './database-trouble.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from './logger.ts';

let database: TestDatabase;
beforeAll(async () => {
  // Without the queues: the first start creates them.
  database = await aDatabase({ content: 'none' });
});
afterAll(() => database.close());

async function aLine(): Promise<{ line: TcpProxy; url: string }> {
  const url = new URL(database.url);
  const line = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) });
  url.port = String(line.port);
  return { line, url: url.href };
}

test('connections to a silent server are replaced, inside and outside a transaction', async () => {
  const { line, url } = await aLine();
  const db = createDatabase(url, { max: 2, statementTimeoutMs: 200 });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
  const askInTransaction = () =>
    db
      .transaction()
      .execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx).then(({ rows }) => rows[0]?.one));
  try {
    expect(await Promise.all([ask(), askInTransaction()])).toEqual([1, 1]);
    line.set({ kind: 'hanging' });
    const failed = await Promise.allSettled([ask(), askInTransaction()]);
    line.set({ kind: 'good' });
    const reasons = failed.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
    expect(reasons.map(isDatabaseFailure), reasons.join('; ')).toEqual([true, true]);
    expect(await Promise.all([ask(), askInTransaction(), ask()])).toEqual([1, 1, 1]);
  } finally {
    await db.destroy();
    await line.stop();
  }
});

test('a connection to a read-only server, such as a demoted primary, is replaced', async () => {
  await sql`create table kept (id int)`.execute(database.db);
  const name = sql.id(new URL(database.url).pathname.slice(1));
  const db = createDatabase(database.url, { max: 1 });
  try {
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db);
    const refused = await sql`insert into kept values (1)`.execute(db).catch((error: unknown) => error);
    expect(isDatabaseFailure(refused), String(refused)).toBe(true);
    // Applies to connections opened from now on.
    await sql`alter database ${name} set default_transaction_read_only = off`.execute(database.db);
    await sql`insert into kept values (2)`.execute(db);
    expect((await sql`select id from kept`.execute(db)).rows).toEqual([{ id: 2 }]);
  } finally {
    await sql`alter database ${name} reset default_transaction_read_only`.execute(database.db);
    await db.destroy();
  }
});

test('work is queued in its transaction even while the queue has no connection, also at the first start', async () => {
  // The first start creates the queues, the second finds them.
  const events = ['evt_first_start', 'evt_second_start'];
  for (const eventId of events) {
    const { line, url } = await aLine();
    const jobs = await createJobs({ databaseUrl: url, log: createLogger('silent') });
    line.set({ kind: 'hanging' });
    try {
      await database.db.transaction().execute((tx) => jobs.enqueue(tx, 'settle-webhook', { eventId }));
    } finally {
      await line.stop();
      await jobs.stop({ timeoutMs: 1_000 });
    }
  }
  const { rows } = await sql<{
    event: string;
  }>`select data->>'eventId' as event from pgboss.job order by created_on`.execute(database.db);
  expect(rows.map(({ event }) => event)).toEqual(events);
});

test("queued work continues automatically when the workers' server fell silent", {
  tags: ['long'],
}, async () => {
  const { line, url } = await aLine();
  const jobs = await createJobs({ databaseUrl: url, log: createLogger('silent') });
  const done: string[] = [];
  try {
    jobs.work('settle-webhook', async ({ eventId }) => void done.push(eventId), { concurrency: 1 });
    await jobs.start();
    line.set({ kind: 'hanging' });
    // The worker polls every second, so by now it waits for a response that was lost.
    await until('a question of a worker is lost', async () => line.lost() > 0);
    line.set({ kind: 'good' });
    // This job is written over a new connection, as after the network came back.
    const db = createDatabase(url);
    await db
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'settle-webhook', { eventId: 'evt_after_the_silence' }));
    await db.destroy();
    await until('the job is done', () => done.includes('evt_after_the_silence'), 40_000);
  } finally {
    await jobs.stop({ timeoutMs: 1_000 });
    await line.stop();
  }
});
