/**
 * The nightly check continues where the last one ended, and finds any tampering with the log or that position
 * within its period.
 */
import { nightsOfAuditCheck as nights } from '#kernel/audit-check.ts';
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { damaged } from '#test/builders/audit-log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkAudit } from './check.ts';

let shop: Shop;
/** Thirty blocks of ten: on two days of the four weeks, two blocks are due. */
const [entries, block] = [300, 10];
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false, chained: false });
  // From noon, so that the run does not cross midnight: the blocks that are due depend on the date.
  shop.travel((1.5 * dayMs - (shop.deps.clock.now().getTime() % dayMs)) % dayMs);
  await record(entries, 'old');
});
afterAll(() => shop.stop());

async function record(count: number, action: string, isStored?: true): Promise<void> {
  const acts = Array.from({ length: count }, (_, at) => ({
    actorId: 'usr_a',
    action,
    object: `usr_${at}`,
    after: { at },
  }));
  await shop.db
    .transaction()
    .execute((tx) =>
      audit.record(tx, shop.deps, ...acts.map((act) => (isStored ? { ...act, isStored } : act))),
    );
  await chainAuditLog(shop.deps);
}

type Night = { entries: number; isWhole: boolean; violations: string[] };

async function checkNextNight(daysLater = 1): Promise<Night> {
  shop.travel(daysLater * dayMs);
  await checkAudit(shop.deps, { allBelow: 0, block });
  const check = await shop.db
    .selectFrom('audit_check')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { entries: check.entries, isWhole: check.is_whole, violations: check.violations as string[] };
}

/** Runs the check every night until it finds violations. Returns them with the number of nights. */
async function found(): Promise<{ after: number; violations: string[] }> {
  for (let after = 1; after <= 2 * nights; after += 1) {
    const { violations } = await checkNextNight();
    if (violations.length > 0) return { after, violations };
  }
  return { after: Number.POSITIVE_INFINITY, violations: [] };
}

const idAt = async (position: number): Promise<number> =>
  (
    await shop.db
      .selectFrom('audit_log')
      .select('id')
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
  ).id;

beforeEach(async () => {
  // A clean check of everything, on the day of the first block.
  await sql`delete from audit_check`.execute(shop.db);
  const today = Math.floor(shop.deps.clock.now().getTime() / dayMs);
  expect(await checkNextNight(nights - (today % nights))).toMatchObject({ isWhole: true, violations: [] });
});

test('each night checks the new entries and one part of the old, and all of them within four weeks', async () => {
  await record(7, 'new');
  let total = 0;
  for (let day = 1; day <= nights; day += 1) {
    const checked = await checkNextNight();
    expect(checked).toMatchObject({ isWhole: false, violations: [] });
    expect(checked.entries).toBeLessThanOrEqual(2 * block + 7);
    total += checked.entries;
  }
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit_log`.execute(
    shop.db,
  );
  expect(total).toBe((rows[0]?.count ?? 0) + 7);
  expect(await checkNextNight(0), 'twice on a day: what is new').toEqual({
    entries: 0,
    isWhole: false,
    violations: [],
  });
});

test('missed nights are caught up on, and after four weeks everything is checked', async () => {
  await checkNextNight(4);
  expect((await checkNextNight(3)).entries).toBe(3 * block);
  expect(await checkNextNight(nights)).toMatchObject({ isWhole: true });
});

test.each<[string, number, (position: number) => ReturnType<typeof sql>]>([
  ['an old entry', 75, (at) => sql`update audit_log set actor_id = 'usr_b' where position = ${at}`],
  ['an old entry that is gone', 135, (at) => sql`delete from audit_log where position = ${at}`],
  [
    'a whole part that is gone',
    145,
    (at) => sql`delete from audit_log where position between ${at} - 4 and ${at} + 5`,
  ],
  [
    'the first part, gone',
    5,
    (at) => sql`delete from audit_log where position between ${at} - 4 and ${at} + 5`,
  ],
  ['the last entry of a part, gone', 210, (at) => sql`delete from audit_log where position = ${at}`],
])('it detects in its turn: %s', async (_what, position, damage) => {
  const due = Math.floor((position - 1) / block) % nights;
  const next = damage(position);
  const { after, violations } = await damaged(shop.db, next, found);
  expect(violations.join()).toMatch(
    /^row \d+: (was changed after it was written|the previous row is missing or was changed)$/,
  );
  // A missing entry is also seen from the adjacent blocks, which may be due earlier.
  expect([due - 1, due === 0 ? nights : due, due + 1]).toContain(after);
});

test('it detects the next night what changed since the last check', async () => {
  await record(5, 'fresh');
  const changed = sql`update audit_log set ip = 'x' where id = (select max(id) from audit_log)`;
  expect(await damaged(shop.db, changed, found)).toEqual({
    after: 1,
    violations: [expect.stringMatching(/^row \d+: was changed after it was written$/)],
  });
});

test('it detects newest entries removed since the last check the next night, and until they are restored', async () => {
  const cut = sql`delete from audit_log where position > ${entries - 5}`;
  await damaged(shop.db, cut, async () => {
    expect((await checkNextNight()).violations).toEqual([
      expect.stringMatching(/^entry \d+: was once the latest entry and is now missing or changed$/),
    ]);
    await record(20, 'over_it');
    expect((await checkNextNight()).violations).toEqual([
      expect.stringMatching(/^entry \d+: was once the latest entry/),
    ]);
  });
  expect(await checkNextNight()).toMatchObject({ isWhole: true, violations: [] });
  expect(await checkNextNight()).toMatchObject({ isWhole: false, violations: [] });
});

test.each<[string, ReturnType<typeof sql>]>([
  ['the place', sql`update audit_check set position = position + 1`],
  ['the hash', sql`update audit_check set newest_hash = 'x'`],
  ['the day', sql`update audit_check set started_at = started_at + interval '30 days'`],
  ['the findings', sql`update audit_check set violations = '["row 1: none"]'`],
])("moving the check's %s is detected, and the night checks everything", async (_what, move) => {
  await move.execute(shop.db);
  for (let time = 0; time < 2; time += 1)
    expect(await checkNextNight()).toMatchObject({
      isWhole: true,
      violations: [expect.stringMatching(/^check \d+: was changed after it was written$/)],
    });
});

test('deleting the checks restarts it from the beginning, and an older check does no harm', async () => {
  await damaged(shop.db, sql`update audit_log set ip = 'x' where position = 111`, async () => {
    await checkNextNight();
    await sql`delete from audit_check where id = (select max(id) from audit_check)`.execute(shop.db);
    expect((await found()).after).toBe(11 - 1);
    await sql`delete from audit_check`.execute(shop.db);
    expect(await checkNextNight()).toMatchObject({
      isWhole: true,
      violations: [`row ${await idAt(111)}: was changed after it was written`],
    });
  });
});

test('violations are reported each night until they are fixed', async () => {
  await damaged(shop.db, sql`update audit_log set ip = 'x' where position = 11`, async () => {
    expect((await checkNextNight()).violations).toHaveLength(1);
    expect(await checkNextNight()).toMatchObject({ isWhole: true, violations: [expect.any(String)] });
  });
  expect(await checkNextNight()).toMatchObject({ isWhole: true, violations: [] });
  expect(await checkNextNight()).toMatchObject({ isWhole: false, violations: [] });
});

test('stored change details are verified with their entry: the next night, and then in turn', async () => {
  await record(3, 'by_staff', true);
  const id = (
    await shop.db
      .selectFrom('audit_change')
      .select('audit_id')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
  ).audit_id;
  const set = (text: string) =>
    sql`update audit_change set after = ${text}::jsonb where audit_id = ${id}`.execute(shop.db);
  const violations = [`change ${id}: does not match its audit entry`];
  await set('{"at": 99}');
  expect(await found()).toEqual({ after: 1, violations });
  await set('{"at": 2}');
  expect(await checkNextNight()).toMatchObject({ violations: [] });
  await set('{"at": 99}');
  const later = await found();
  expect(later.violations).toEqual(violations);
  expect(later.after).toBeLessThanOrEqual(nights);
  await set('{"at": 2}');
});

test('a requested check covers everything, and so does every night in a shop with few entries', async () => {
  await shop.db
    .transaction()
    .execute((tx) =>
      audit.record(tx, shop.deps, { actorId: null, action: 'audit_check_asked', object: 'audit' }),
    );
  await chainAuditLog(shop.deps);
  shop.travel(1_000);
  expect(await checkNextNight(0)).toMatchObject({ isWhole: true });
  shop.travel(dayMs);
  await checkAudit(shop.deps);
  const check = await shop.db
    .selectFrom('audit_check')
    .select('is_whole')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(check.is_whole).toBe(true);
});
