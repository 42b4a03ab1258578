/** How PostgreSQL values are converted, and what happens to the process when the server goes away. */
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DB } from '#db/types.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { createDatabase, type Database, type Tx } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

const valueFor = async (expression: string): Promise<unknown> => {
  const { rows } = await sql.raw<{ value: unknown }>(`select ${expression} as value`).execute(database.db);
  return rows[0]?.value;
};

test('a bigint is a number up to the safe limit, and an error beyond that', async () => {
  expect(await valueFor('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER);
  await expect(valueFor('9007199254740992::bigint')).rejects.toThrow(
    '9007199254740992 does not fit a number exactly',
  );
  expect(await valueFor('1')).toBe(1);
});

test('numeric and date stay text, a timestamp is a Date, jsonb is parsed', async () => {
  expect(await valueFor('0.1::numeric + 0.2')).toBe('0.3');
  expect(await valueFor("date '2026-02-28'")).toBe('2026-02-28');
  expect(await valueFor("timestamptz '2026-02-28 12:00:00+02'")).toEqual(new Date('2026-02-28T10:00:00Z'));
  expect(await valueFor(`'[{"a": 1}]'::jsonb`)).toEqual([{ a: 1 }]);
});

test('the pool is not accepted as a transaction, so a lock outside of one does not compile', () => {
  type Fits<A, B> = A extends B ? true : false;
  const poolFits: Fits<Database, Tx> = false;
  const transactionFits: Fits<Transaction<DB>, Tx> = true;
  expect([poolFits, transactionFits]).toEqual([false, true]);
});

test('a connection that dies in a transaction fails that transaction only', async () => {
  const lost: Error[] = [];
  const db = createDatabase(database.url, { max: 2, onConnectionLost: (error) => lost.push(error) });
  try {
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
      await vi.waitFor(() => expect(lost).not.toHaveLength(0), { timeout: 5_000 });
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
  }
});

test('a connection that dies while its pool closes is not reported', async () => {
  const lost: Error[] = [];
  const db = createDatabase(database.url, { max: 1, onConnectionLost: (error) => lost.push(error) });
  let closed: Promise<void> | undefined;
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    closed = db.destroy();
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await vi.waitFor(() => expect(sql`select 1`.execute(tx)).rejects.toThrow(), { timeout: 5_000 });
    throw new Error('done');
  });
  await expect(broken).rejects.toThrow();
  await closed;
  expect(lost).toEqual([]);
});

test('an idle connection that dies is replaced for the next query without an error', async () => {
  const lost: Error[] = [];
  const db = createDatabase(database.url, { max: 1, onConnectionLost: (error) => lost.push(error) });
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await vi.waitFor(() => expect(lost).not.toHaveLength(0), { timeout: 5_000 });
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
  }
});

test('a slow statement is canceled', async () => {
  const db = createDatabase(database.url, { statementTimeoutMs: 100 });
  try {
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow(
      'canceling statement due to statement timeout',
    );
  } finally {
    await db.destroy();
  }
});
