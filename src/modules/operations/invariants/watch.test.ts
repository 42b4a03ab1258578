/** The invariant metrics always report a value together with its age. */
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '#platform/metrics.ts';
import { systemClock } from '#ports/clock.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { checkInvariantsNow, measureInvariants } from './watch.ts';

let database: TestDatabase;
const lines: string[] = [];
beforeAll(async () => {
  database = await aDatabase({ max: 3 });
});
afterAll(() => database.close());

const check = () =>
  checkInvariantsNow(
    {
      db: database.db,
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      clock: systemClock,
    },
    database.url,
  );
/** Reads the metrics of a new process, which has no cached value. */
async function shown(): Promise<string> {
  const metrics = createMetrics({ ofProcess: false });
  measureInvariants(metrics, database.db);
  return (await metrics.text()).body;
}

test('a finished check blocks nothing', async () => {
  for (let checks = 0; checks < 20; checks += 1) {
    await sql`delete from invariant_check`.execute(database.db);
    await check();
    expect(await shown()).toMatch(/^invariant_violations 0$/m);
  }
  await sql`delete from invariant_check`.execute(database.db);
});

test('before the first check there is no number', async () => {
  expect(await shown()).toMatch(/^invariant_violations Nan$/m);
});

test('a check of a healthy shop shows 0 in every process, with its age', async () => {
  await check();
  const text = await shown();
  expect(text).toMatch(/^invariant_violations 0$/m);
  expect(text).toMatch(/^invariant_check_failed 0$/m);
  expect(Number(/^invariant_check_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(60);
});

const damage = sql`insert into coupon (code, kind, basis_points, usage_limit, used_count, expires_at)
    values ('TWICE', 'percentage', 1000, 5, 1, now() + interval '1 day')`;
const repair = sql`delete from coupon where code = 'TWICE'`;
const lastFullCheck = async () =>
  (
    await sql<{ at: Date }>`select all_checked_at as at from invariant_check`.execute(database.db)
  ).rows[0]?.at.getTime() ?? 0;
const fullCheckWasAt = (at: string) =>
  sql`update invariant_check set all_checked_at = ${sql.raw(at)}`.execute(database.db);

test('damage without a newer timestamp is found at night, logged, and shown until fixed', async () => {
  await damage.execute(database.db);
  await check();
  expect(await shown()).toMatch(/^invariant_violations 0$/m);
  // Just before the most recent 03:00 UTC.
  await fullCheckWasAt(
    `date_trunc('day', now() - interval '3 hours', 'UTC') + interval '3 hours' - interval '1 second'`,
  );
  await check();
  expect(await shown()).toMatch(/^invariant_violations 1$/m);
  expect(lines.join('')).toContain('invariants are violated');
  await check();
  expect(await shown()).toMatch(/^invariant_violations 1$/m);
  await repair.execute(database.db);
  await check();
  expect(await shown()).toMatch(/^invariant_violations 0$/m);
});

test('between two nights no full check runs, and its age is shown', async () => {
  await check();
  const before = await lastFullCheck();
  await check();
  await check();
  expect(await lastFullCheck()).toBe(before);
  expect(Number(/^invariant_full_check_age_seconds (\S+)$/m.exec(await shown())?.[1])).toBeGreaterThanOrEqual(
    0,
  );
});

test('a failed check is repeated: the next one starts from the last completed one', async () => {
  await check();
  await sql`update invariant_check set changes_until = now() - interval '3 hours'`.execute(database.db);
  await sql`insert into mail (id, kind, to_address, subject, text, html, created_at, failed_at)
    values ('mail_x', 'receipt', 'a@example.com', '', '', '', now() - interval '3 hours', now() - interval '150 minutes')`.execute(
    database.db,
  );
  await check();
  expect(await shown()).toMatch(/^invariant_violations 1$/m);
  await sql`delete from mail`.execute(database.db);
  await check();
});

test('a check longer than its interval does not overlap the next', async () => {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const lock = database.db.transaction().execute(async (tx) => {
    await sql`lock table coupon_redemption in access exclusive mode`.execute(tx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const first = check();
  const isWaiting = sql`select from pg_stat_activity where datname = current_database()
    and application_name = 'stateside invariants' and wait_event_type = 'Lock'`;
  await until('the first waits', async () => (await isWaiting.execute(database.db)).rows.length === 1);
  await check();
  expect((await isWaiting.execute(database.db)).rows).toHaveLength(1);
  released.resolve();
  await Promise.all([first, lock]);
});

test('a check that cannot finish is shown and logged, and the age of the older result grows', async () => {
  await check();
  await sql`update invariant_check set looked_at = now() - interval '2 hours'`.execute(database.db);
  await sql`alter table coupon_redemption rename to coupon_redemption_away`.execute(database.db);
  await expect(check()).rejects.toThrow('coupon_redemption');
  await sql`alter table coupon_redemption_away rename to coupon_redemption`.execute(database.db);
  const text = await shown();
  expect(text).toMatch(/^invariant_check_failed 1$/m);
  expect(Number(/^invariant_check_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(7_000);
  expect(lines.at(-1)).toContain('the invariant check failed');
  await check();
  expect(await shown()).toMatch(/^invariant_check_failed 0$/m);
});
