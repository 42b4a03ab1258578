/** The status that everybody may read: what each check finds, and what days without checks count as. */
import { contract } from '#contract/contract.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { statusChecker } from './check.ts';
import { readStatus } from './read.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());
beforeEach(async () => void (await shop.db.deleteFrom('status_day').execute()));

const now = new Date('2026-11-20T12:00:00Z');
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const read = async (at: Date) => (await readStatus({ db: shop.db, clock: { now: () => at } })).parts;
const stateAt = async (at: Date) => Object.fromEntries((await read(at)).map(({ part, isGood, share }) => [part, [isGood, share]]));

test('before the first check nothing is known', async () => {
  const { parts } = await shop.call(contract.readStatus);
  expect(parts.map(({ part, isGood, share, days }) => [part, isGood, share, days.length])).toEqual([
    ['orders', null, null, 90],
    ['payments', null, null, 90],
    ['email', null, null, 90],
  ]);
});

test('a check finds a shop that works, and is known for some minutes', async () => {
  expect(await statusChecker(shop.deps)(now)).toEqual({ orders: true, payments: true, email: true });
  expect(await stateAt(minutes(4))).toMatchObject({ orders: [true, expect.any(Number)] });
  expect(await stateAt(minutes(6))).toMatchObject({ orders: [null, expect.any(Number)] });
});

test('an email that waits is trouble, one that was given up is a matter of its receiver', async () => {
  const check = statusChecker(shop.deps);
  const mail = { id: 'mail_late', kind: 'receipt', to_address: 'a@example.com', subject: '', text: '', html: '' };
  await shop.db
    .insertInto('mail')
    .values({ ...mail, created_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  expect(await check(now)).toMatchObject({ email: false, orders: true });
  await shop.db.updateTable('mail').set({ failed_at: new Date() }).where('id', '=', 'mail_late').execute();
  expect(await check(minutes(1))).toMatchObject({ email: true });
  expect(await stateAt(minutes(1))).toMatchObject({ email: [true, 1], orders: [true, 1] });
});

test('a processor that fails is trouble until it answers again; a card that is refused is none', async () => {
  const check = statusChecker(shop.deps);
  shop.metrics.processorFailed('createPayment', 'refused');
  expect(await check(now)).toMatchObject({ payments: true });
  shop.metrics.processorFailed('createPayment', 'timeout');
  expect(await check(minutes(1))).toMatchObject({ payments: false });
  expect(await check(minutes(2))).toMatchObject({ payments: true });
});

test('a database that takes no writes is trouble with orders, and says so when it takes them again', async () => {
  const check = statusChecker({ ...shop.deps, db: shop.db });
  await sql`alter table write_probe rename to write_probe_away`.execute(shop.db);
  expect(await check(now)).toMatchObject({ orders: false, email: true });
  await sql`alter table write_probe_away rename to write_probe`.execute(shop.db);
  expect(await stateAt(minutes(1))).toMatchObject({ orders: [false, 0], email: [true, 1] });
  expect(await check(minutes(1))).toMatchObject({ orders: true });
});

test('minutes without a check count as trouble, days before the first check as nothing', async () => {
  const check = statusChecker(shop.deps);
  for (let minute = 0; minute < 30; minute += 1) await check(minutes(minute));
  expect((await stateAt(minutes(60))).orders?.[1]).toBeCloseTo(30 / 59, 5);
  const orders = (await read(minutes(60 * 24 + 60)))[0];
  const days = orders?.days.slice(-3).map(({ day, share }) => [day, share === null ? null : Math.round(share * 100)]);
  expect(days).toEqual([
    ['2026-11-19', null],
    ['2026-11-20', Math.round((30 / 719) * 100)],
    ['2026-11-21', 0],
  ]);
});
