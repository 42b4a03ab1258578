/**
 * When items are due: an item that cannot be sent yet triggers no call to Factiiv, and delays nothing else.
 */
import { contract } from '#contract/contract.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { acceptAll, bookOf, connected } from '#test/builders/connection.ts';
import { aCreditBuyer, buyOnAccount } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as connections from './connection-store.ts';

const [minute, day] = [60_000, 86_400_000];

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true, runJobs: false });
  // Noon of tomorrow, so that the day does not change during the test.
  const ahead = day + day / 2 - (Date.now() % day);
  shop.travel(ahead);
  await shop.control('POST', '/control/factiiv/clock', { advance_seconds: Math.round(ahead / 1_000) });
});
afterAll(() => shop.stop());

test('a charge waiting for a decision is checked every five minutes, and one for a free day tomorrow', async () => {
  const { customer, business } = await connected(shop, await aCreditBuyer(shop));
  const sync = () => customer.call(contract.syncTrades);
  const { id } = (await connections.findOf(shop.db, customer.userId)) ?? { id: '' };
  const isDueIn = async (ms: number): Promise<boolean> => {
    await connections.change(shop.db, id, {
      nextScoreAt: new Date(shop.deps.clock.now().getTime() + 30 * day),
    });
    return (await connections.due(shop.db, new Date(shop.deps.clock.now().getTime() + ms), 100)).includes(id);
  };
  await sync();
  await acceptAll(shop);
  await buyOnAccount(shop, customer);
  await sync();
  await buyOnAccount(shop, customer);
  expect(await isDueIn(0)).toBe(true);
  await sync();
  expect([await isDueIn(4 * minute), await isDueIn(5 * minute)]).toEqual([false, true]);
  await acceptAll(shop);
  await sync();
  const book = await bookOf(shop, business.businessId);
  expect(book.flatMap(({ activities }) => activities)).toHaveLength(1);
  // No decision is pending, and the day is taken.
  expect([
    await isDueIn(5 * minute),
    await isDueIn(11 * 60 * minute),
    await isDueIn(12 * 60 * minute),
  ]).toEqual([false, false, true]);
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  expect(await isDueIn(0)).toBe(true);
  await sync();
  expect(await bookOf(shop, business.businessId)).toHaveLength(book.length + 1);
  expect(await isDueIn(0)).toBe(false);
});
