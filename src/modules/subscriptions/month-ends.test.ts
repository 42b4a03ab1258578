/**
 * Renewal days that not every month or year has. Each test has a separate shop, because all its subscriptions
 * renew as time passes.
 */
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  buySubscription,
  passDays,
  passPeriod,
  read,
  startSubscription,
  yearly,
} from '#test/builders/subscription.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let shop: Shop;
beforeEach(async () => {
  shop = await aShop();
});
afterEach(() => shop.stop());

/** Moves both clocks to noon of a day, so that purchases are paid on that day. */
async function goTo(month: number, day: number): Promise<void> {
  const now = shop.deps.clock.now();
  const target = [0, 1, 2, 3, 4]
    .map((years) => new Date(Date.UTC(now.getUTCFullYear() + years, month - 1, day, 12)))
    .find((date) => date > now && date.getUTCDate() === day);
  await passDays(shop, ((target?.getTime() ?? 0) - now.getTime()) / 86_400_000);
}

test('bought on the 31st, it renews at the ends of months', async () => {
  await goTo(1, 31);
  const bought = await buySubscription(shop);
  expect((await startSubscription(shop, bought)).firstRenewalAt.getUTCDate()).toBeLessThan(30);
  const days = [];
  for (let month = 2; month <= 5; month += 1)
    days.push((await passPeriod(shop, bought)).paidUntil.toISOString().slice(5, 10));
  expect(days).toEqual(['03-31', '04-30', '05-31', '06-30']);
});

test('a yearly one bought on February 29 renews on the 28th, and in the fourth year on the 29th', {
  tags: ['long'],
}, async () => {
  await goTo(2, 29);
  const bought = await buySubscription(shop, { productId: yearly });
  await startSubscription(shop, bought);
  const days = [(await read(shop, bought)).paidUntil.toISOString().slice(5, 10)];
  for (let year = 1; year <= 3; year += 1)
    days.push((await passPeriod(shop, bought)).paidUntil.toISOString().slice(5, 10));
  expect(days).toEqual(['02-28', '02-28', '02-28', '02-29']);
});
