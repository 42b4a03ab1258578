/** The public status page: results of each check, and how days without checks count. */
import { contract } from '#contract/contract.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkStatus, processorFailureRecorder } from './check.ts';
import * as store from './store.ts';
import { until } from '#test/until.ts';
import { statusReader } from './read.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  await shop.db.deleteFrom('status_day').execute();
  await shop.db.deleteFrom('processor_trouble').execute();
});

const now = new Date('2026-11-20T12:00:00Z');
const check = (at: Date) => checkStatus(shop.db, at);
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const read = async (at: Date) => (await statusReader({ db: shop.db, clock: { now: () => at } })()).parts;
const stateAt = async (at: Date) =>
  Object.fromEntries((await read(at)).map(({ part, isGood, share }) => [part, [isGood, share]]));

test('before the first check the status is unknown', async () => {
  const { parts } = await shop.call(contract.readStatus);
  expect(parts.map(({ part, isGood, share, days }) => [part, isGood, share, days.length])).toEqual([
    ['orders', null, null, 90],
    ['payments', null, null, 90],
    ['email', null, null, 90],
  ]);
});

test('a check finds a working shop, and is valid for some minutes', async () => {
  expect(await check(now)).toEqual({ orders: true, payments: true, email: true });
  expect(await stateAt(minutes(4))).toMatchObject({ orders: [true, expect.any(Number)] });
  expect(await stateAt(minutes(6))).toMatchObject({ orders: [null, expect.any(Number)] });
});

const anEmail = (id: string, to: string, minutesAgo: number) => ({
  ...{ id, kind: 'receipt', to_address: to, subject: '', text: '', html: '' },
  created_at: new Date(Date.now() - minutesAgo * 60_000),
});

test('waiting emails to several recipients are trouble unless others leave; one slow recipient is not', async () => {
  const mails = shop.db.insertInto('mail');
  await mails
    .values([anEmail('mail_1', 'a@example.com', 16), anEmail('mail_2', 'a@example.com', 17)])
    .execute();
  expect(await check(now)).toMatchObject({ email: true });
  await mails.values(anEmail('mail_3', 'b@example.com', 14)).execute();
  expect(await check(minutes(1))).toMatchObject({ email: true });
  await mails.values(anEmail('mail_4', 'c@example.com', 16)).execute();
  expect(await check(minutes(2))).toMatchObject({ email: false, orders: true });
  await mails.values({ ...anEmail('mail_5', 'd@example.com', 1), sent_at: new Date() }).execute();
  expect(await check(minutes(3))).toMatchObject({ email: true });
  await shop.db.deleteFrom('mail').where('id', '=', 'mail_5').execute();
  await shop.db.updateTable('mail').set({ failed_at: new Date() }).where('id', '=', 'mail_4').execute();
  expect(await check(minutes(4))).toMatchObject({ email: true });
});

test('a processor that answers no process is trouble until it answers again, and one outage entry is enough', async () => {
  const at = { now };
  const note = processorFailureRecorder(shop.db, () => at.now);
  const notes = () => shop.db.selectFrom('processor_trouble').select('at').execute();
  note();
  await until('it is noted', async () => (await notes()).length === 1);
  at.now = minutes(0.5);
  note();
  expect(await check(minutes(1))).toMatchObject({ payments: false });
  expect(await notes()).toEqual([{ at: now }]);
  expect(await check(minutes(2))).toMatchObject({ payments: true });
});

test('a scheduled job that fails at the processor is trouble, a retried refund is not', async () => {
  const fails = (name: string) =>
    sql`insert into pgboss.job (name, data, state, retry_limit) values (${name}, '{}', 'retry', 5)`.execute(
      shop.db,
    );
  await fails('send-refund');
  expect(await store.failingJobs(shop.db, ['fill-event-holes'])).toBe(0);
  expect(await check(now)).toMatchObject({ payments: true });
  await fails('fill-event-holes');
  expect(await check(minutes(1))).toMatchObject({ payments: false });
  await sql`delete from pgboss.job where state = 'retry'`.execute(shop.db);
  expect(await check(minutes(2))).toMatchObject({ payments: true });
});

test('a read-only database is trouble with orders until it is writable again', async () => {
  await sql`alter table write_probe rename to write_probe_away`.execute(shop.db);
  expect(await check(now)).toMatchObject({ orders: false, email: true });
  await sql`alter table write_probe_away rename to write_probe`.execute(shop.db);
  expect(await stateAt(minutes(1))).toMatchObject({ orders: [false, 0], email: [true, 1] });
  expect(await check(minutes(1))).toMatchObject({ orders: true });
});

test('minutes without a check count as trouble, days before the first check do not count', async () => {
  for (let minute = 0; minute < 30; minute += 1) await check(minutes(minute));
  expect((await stateAt(minutes(60))).orders?.[1]).toBeCloseTo(30 / 59, 5);
  const orders = (await read(minutes(60 * 24 + 60)))[0];
  const days = orders?.days
    .slice(-3)
    .map(({ day, share }) => [day, share === null ? null : Math.round(share * 100)]);
  expect(days).toEqual([
    ['2026-11-19', null],
    ['2026-11-20', Math.round((30 / 719) * 100)],
    ['2026-11-21', 0],
  ]);
});
