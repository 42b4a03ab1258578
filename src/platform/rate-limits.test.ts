/** Two processes have separate counters over one database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

let database: TestDatabase;
let one: RateLimits;
let other: RateLimits;
beforeAll(async () => {
  database = await aDatabase({ max: 20 });
  one = createRateLimits(database.db);
  other = createRateLimits(database.db);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
  await database.close();
});

test('of a hundred concurrent checks in two processes, exactly the allowed number pass', async () => {
  const limit = { name: 'exact', perMinute: 20 };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? one : other).take(limit, '192.0.2.1')),
  );
  expect(answers.filter((wait) => wait === null)).toHaveLength(20);
  // A request sent just before the minute began sees the minute end slightly later.
  expect(answers.filter((wait) => wait !== null && wait > 0 && wait <= 61)).toHaveLength(80);
  expect(await one.take(limit, '192.0.2.2')).toBeNull();
});

test('a client starts fresh after a minute', async () => {
  const limit = { name: 'renewed', perMinute: 1 };
  await one.take(limit, 'a');
  expect(await one.take(limit, 'a')).not.toBeNull();
  await sql`update rate_limit set ends_at = now() - interval '1 second' where key = 'renewed a'`.execute(
    database.db,
  );
  expect(await one.take(limit, 'a')).toBeNull();
});

test('fast counts of one process reach the other within a second or two', async () => {
  const limit = { name: 'glance', perMinute: 10 };
  for (let hit = 0; hit < 10; hit += 1) expect(one.glance(limit, 'b')).toBeNull();
  expect(one.glance(limit, 'b')).toBeGreaterThan(0);
  expect(other.glance(limit, 'b')).toBeNull();
  await until('the other process refuses too', () => other.glance(limit, 'b') !== null, 5_000);
});

test('without a database no limits apply', async () => {
  const closedDatabase = await aDatabase();
  await closedDatabase.close();
  const limits = createRateLimits(closedDatabase.db);
  expect(await limits.take({ name: 'gone', perMinute: 1 }, 'c')).toBeNull();
  await limits.stop();
});
