/**
 * The operator's report after `verify`: each part has a line, and any violation is named and fails the run.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { freshId } from '#kernel/ids.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOfInvariants } from './invariants/invariants.ts';
import { verify } from './verify.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

const threeDaysLater = async <T>(work: () => Promise<T>): Promise<T> => {
  const ms = 3 * 24 * 3_600_000;
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};
const ask = (days: number | null) =>
  threeDaysLater(() =>
    verify(shop.deps, { noted: null, processor: days === null ? null : { days, expireAfterHours: 24 } }),
  );

test('for an intact shop it lists the checks without mentioning or calling the processor', async () => {
  const { report, isSound } = await ask(null);
  expect(isSound).toBe(true);
  expect(report).toContain(`All ${countOfInvariants + 2} invariants hold.`);
  expect(report).toMatch(/^Indexes checked against their tables: \d\d+\.$/m);
  expect(report).toMatch(/^Audit log: \d+ rows\. Store the latest hash elsewhere: [0-9a-f]{64}$/m);
  expect(report).not.toContain('Charges');
});

test('with the processor it looks back the given number of days, and repairs what the shop missed', async () => {
  const { orderId, client_secret: secret } = await buy(shop);
  await confirm(shop, intentOf({ client_secret: secret }));
  const near = await ask(1);
  expect(near).toMatchObject({ isSound: true });
  expect(near.report).toContain('Charges         0 compared');
  const sevenDays = await ask(7);
  expect(sevenDays).toMatchObject({ isSound: true });
  expect(sevenDays.report).toContain('Charges         1 compared, 1 repaired');
  expect(sevenDays.report).toContain('Difference      none');
  expect((await statusOf(shop, orderId)).status).toBe('paid');
});

test('money at the processor without an order is listed as a violation', async () => {
  const metadata = { order_id: freshId('ord'), payment_id: freshId('pay') };
  const { id } = await stripeOf(shop).paymentIntents.create({ amount: 5_000, currency: 'usd', metadata });
  await confirm(shop, id);
  const { report, isSound } = await ask(7);
  expect(isSound).toBe(false);
  expect(report).toContain(`  paid at the processor, unknown here: $50.00 of an unknown order (${id})`);
});

test('a broken invariant is listed as a violation', async () => {
  await sql`update coupon set used_count = used_count + 1 where code = 'WELCOME10'`.execute(shop.db);
  const { report, isSound } = await ask(null);
  await sql`update coupon set used_count = used_count - 1 where code = 'WELCOME10'`.execute(shop.db);
  expect(isSound).toBe(false);
  expect(report).toContain('I3 a coupon counts exactly its live redemptions');
  expect(report).toContain('1 violations found.');
});

test('a damaged index is listed as a violation', async () => {
  await sql`create function compared(integer, integer) returns integer language sql immutable as 'select $1 - $2'`.execute(
    shop.db,
  );
  await sql`create operator class odd_ops for type integer using btree as operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >,
    function 1 compared(integer, integer)`.execute(shop.db);
  await sql`create table numbered as select generate_series(1, 500) as number`.execute(shop.db);
  await sql`create index numbered_one on numbered (number odd_ops)`.execute(shop.db);
  await sql`create or replace function compared(integer, integer) returns integer language sql immutable as 'select $2 - $1'`.execute(
    shop.db,
  );
  const { report, isSound } = await ask(null);
  await sql`drop table numbered`.execute(shop.db);
  expect(isSound).toBe(false);
  expect(report).toContain('I20 an index agrees with its table\n    public.numbered_one: ');
});

test('where the indexes cannot be checked, that is a line and no violation', async () => {
  const { report, isSound } = await asReader((db) =>
    verify({ ...shop.deps, db }, { noted: null, processor: null }),
  );
  expect(report).toContain('Index check not available: permission denied');
  expect(report).toContain(`All ${countOfInvariants + 1} invariants hold.`);
  expect(isSound).toBe(true);
});

/** A login that can only read our tables. */
async function asReader<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const role = `reader_${randomUUID().slice(0, 8)}`;
  await sql`create role ${sql.id(role)} login password 'only-in-this-test'`.execute(shop.db);
  await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(shop.db);
  const url = new URL(shop.databaseUrl);
  url.username = role;
  url.password = 'only-in-this-test';
  const db = createDatabase(url.href, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await sql`drop owned by ${sql.id(role)}`.execute(shop.db);
    await sql`drop role ${sql.id(role)}`.execute(shop.db);
  }
}
