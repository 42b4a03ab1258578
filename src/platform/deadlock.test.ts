/** A real deadlock: two transactions take the same two locks in opposite orders. */
import { sql } from 'kysely';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from './database.ts';
import { retryOnDeadlock } from './deadlock.ts';
import { createMetrics } from './metrics.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase({ content: 'none' });
});
afterAll(() => database.close());

const take = (tx: Tx, lock: number) => sql`select pg_advisory_xact_lock(${lock})`.execute(tx);

test('of two transactions that wait for each other both succeed, one of them on retry', async () => {
  const both = Promise.withResolvers<void>();
  let holding = 0;
  let attempts = 0;
  const metrics = createMetrics({ ofProcess: false });
  const cross = (first: number, second: number): Promise<number> =>
    retryOnDeadlock({ metrics }, () =>
      database.db.transaction().execute(async (tx) => {
        attempts += 1;
        await take(tx, first);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await take(tx, second);
        return first;
      }),
    );
  expect(await Promise.all([cross(1, 2), cross(2, 1)])).toEqual([1, 2]);
  expect(attempts).toBe(3);
  expect((await metrics.text()).body).toContain('transactions_repeated_total{reason="deadlock"} 1');
});

test('of two transactions that cannot be serialized both succeed, one of them on retry', async () => {
  await sql`create table counted (total integer not null)`.execute(database.db);
  await sql`insert into counted values (0)`.execute(database.db);
  const both = Promise.withResolvers<void>();
  let reading = 0;
  const metrics = createMetrics({ ofProcess: false });
  const count = (): Promise<void> =>
    retryOnDeadlock({ metrics }, () =>
      database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`select total from counted`.execute(tx);
          reading += 1;
          if (reading === 2) both.resolve();
          await both.promise;
          await sql`update counted set total = total + 1`.execute(tx);
        }),
    );
  await Promise.all([count(), count()]);
  expect((await sql<{ total: number }>`select total from counted`.execute(database.db)).rows).toEqual([
    { total: 2 },
  ]);
  expect((await metrics.text()).body).toContain('transactions_repeated_total{reason="serialization"} 1');
});

test('any other failure is passed on immediately', async () => {
  let attempts = 0;
  const failing = retryOnDeadlock({}, async () => {
    attempts += 1;
    throw new Error('something else');
  });
  await expect(failing).rejects.toThrow('something else');
  expect(attempts).toBe(1);
});
