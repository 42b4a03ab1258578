/** Limits over windows longer than a minute, second by second. The clock is passed in as a value. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import * as store from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

const start = new Date('2026-11-21T12:00:00Z').getTime();
const at = (seconds: number): Date => new Date(start + seconds * 1_000);
const wrong = { atMost: 5, windowSeconds: 900, longestDelaySeconds: 900 };
const flat = { atMost: 3, windowSeconds: 3_600, longestDelaySeconds: 0 };
const check = async (limit: store.Limit, seconds: number): Promise<number | null | undefined> =>
  (await store.count(database.db, [limit], at(seconds))).get(limit.key);

test('a plain limit allows a fixed number per window, and returns the time left', async () => {
  const limit = { ...flat, key: 'plain' };
  expect([await check(limit, 0), await check(limit, 10), await check(limit, 20)]).toEqual([null, null, null]);
  expect([await check(limit, 600), await check(limit, 3_599)]).toEqual([3_000, 1]);
  expect([await check(limit, 3_600), await check(limit, 3_601)]).toEqual([null, null]);
});

test('a limit with delays doubles the wait after each further attempt, up to its maximum', async () => {
  const limit = { ...wrong, key: 'delays' };
  let now = 0;
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await check(limit, now)).toBeNull();
  for (const expected of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
    expect(await check(limit, now)).toBe(expected);
    expect(await check(limit, now + expected - 0.5), 'asking on makes it no longer').toBe(1);
    now += expected;
    expect(await check(limit, now)).toBeNull();
  }
  now += 900 + 900;
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await check(limit, now), 'it starts over after 15 quiet minutes').toBeNull();
  expect(await check(limit, now)).toBe(1);
});

test('of a hundred concurrent attempts exactly the allowed number pass', async () => {
  for (const limit of [
    { ...wrong, key: 'burst with delays' },
    { ...flat, key: 'burst' },
  ]) {
    const waits = await Promise.all(Array.from({ length: 100 }, () => check(limit, 0)));
    expect(waits.filter((wait) => wait === null)).toHaveLength(limit.atMost);
  }
});

test('several limits are counted together, and each answers for itself', async () => {
  const limits = [
    { ...flat, key: 'b', atMost: 1 },
    { ...flat, key: 'a', atMost: 2 },
  ];
  const answers = [];
  for (let attempt = 0; attempt < 3; attempt += 1)
    answers.push(Object.fromEntries(await store.count(database.db, limits, at(0))));
  expect(answers).toEqual([
    { a: null, b: null },
    { a: null, b: 3_600 },
    { a: 3_600, b: 3_600 },
  ]);
});

test('a limit of one delays from the second attempt on', async () => {
  const limit = { ...wrong, key: 'one', atMost: 1 };
  expect([
    await check(limit, 0),
    await check(limit, 0),
    await check(limit, 1),
    await check(limit, 1),
  ]).toEqual([null, 1, null, 2]);
});
