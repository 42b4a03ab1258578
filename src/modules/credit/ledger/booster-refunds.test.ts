/** Boosters in the ledger: granted once, and revoked in proportion to refunds. */
import { cents } from '#kernel/money.ts';
import { aCreditAccount, anOrderRow, balance, type CreditShop, inTx } from '#test/builders/credit-account.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { aRefundRow } from '#test/credit-money-back.ts';
import { noJobs } from '#test/no-jobs.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { regrantBooster, takeBoosterBack, takeBoosterBackForDispute } from './booster-disputes.ts';
import * as ledger from './service.ts';

let database: TestDatabase;
let shop: CreditShop;
const clock = { at: new Date('2027-01-10T12:00:00Z'), now: () => clock.at };

beforeAll(async () => {
  database = await aDatabase({ max: 20 });
  shop = {
    db: database.db,
    deps: {
      clock,
      jobs: noJobs,
      publicOrigin: 'http://shop.example',
      settings: defaultSettings,
      passwords: cheapPasswords(),
    },
  };
});
afterAll(() => database.close());

test('a booster raises the limit once, at most to $50,000, and is reversible', async () => {
  const { userId } = await aCreditAccount(shop, { limit: cents(4_970_000) });
  const booster = await inTx(shop, (tx) => anOrderRow(tx, { userId, total: cents(4_900), now: clock.at }));
  const raise = { userId, orderId: booster, amount: cents(25_000) };
  for (let attempt = 0; attempt < 3; attempt += 1)
    await inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, raise));
  expect(await balance(shop, userId)).toMatchObject({ approved: 4_995_000, available: 4_995_000 });
  const another = await inTx(shop, (tx) => anOrderRow(tx, { userId, total: cents(4_900), now: clock.at }));
  await expect(
    inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { ...raise, orderId: another })),
  ).rejects.toThrow('cannot rise above $50,000');
  const refundId = await aRefundRow(shop, { orderId: booster, amount: cents(4_900) });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await inTx(shop, (tx) => takeBoosterBack(tx, shop.deps, { orderId: booster, refundId }));
  expect(await balance(shop, userId)).toMatchObject({ approved: 4_970_000, available: 4_970_000 });
});

test('partial refunds of a booster reverse the same share of its increase, rounded down, up to all of it', async () => {
  const { userId } = await aCreditAccount(shop, { limit: cents(50_000) });
  const orderId = await inTx(shop, (tx) => anOrderRow(tx, { userId, total: cents(4_900), now: clock.at }));
  await inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { userId, orderId, amount: cents(25_000) }));
  const taken: number[] = [];
  for (const amount of [1, 1, 1_000, 1_633, 2_265]) {
    const before = (await balance(shop, userId)).approved;
    const refundId = await aRefundRow(shop, { orderId, amount: cents(amount) });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await inTx(shop, (tx) => takeBoosterBack(tx, shop.deps, { orderId, refundId }));
    taken.push(before - (await balance(shop, userId)).approved);
  }
  // 25000 * 1 / 4900 is 5.1, * 2 is 10.2, * 1002 is 5112.2, * 2635 is 13443.8, and the full refund takes the
  // rest.
  expect(taken).toEqual([5, 5, 5_102, 8_331, 11_557]);
  expect(await balance(shop, userId)).toMatchObject({ approved: 50_000, available: 50_000 });
});

test('a dispute lost after a partial refund takes the rest, and a won one restores no more than that', async () => {
  const { userId } = await aCreditAccount(shop, { limit: cents(50_000) });
  const orderId = await inTx(shop, (tx) => anOrderRow(tx, { userId, total: cents(4_900), now: clock.at }));
  await inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { userId, orderId, amount: cents(25_000) }));
  const refundId = await aRefundRow(shop, { orderId, amount: cents(2_450) });
  await inTx(shop, (tx) => takeBoosterBack(tx, shop.deps, { orderId, refundId }));
  const approved = async () => (await balance(shop, userId)).approved;
  expect(await approved()).toBe(62_500);
  for (let attempt = 0; attempt < 2; attempt += 1)
    await inTx(shop, (tx) => takeBoosterBackForDispute(tx, shop.deps, { orderId }));
  expect(await approved()).toBe(50_000);
  for (let attempt = 0; attempt < 2; attempt += 1)
    await inTx(shop, (tx) => regrantBooster(tx, shop.deps, { orderId }));
  expect(await approved()).toBe(62_500);
  const rest = await aRefundRow(shop, { orderId, amount: cents(2_450) });
  await inTx(shop, (tx) => takeBoosterBack(tx, shop.deps, { orderId, refundId: rest }));
  expect(await approved()).toBe(50_000);
});
