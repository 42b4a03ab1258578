/** Advancing the demo's time runs everything that falls due, also for unpaid orders. */
import type { Config } from '#server/settings/config.ts';
import { buy } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { never } from '#test/no-jobs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeCommands } from './pass-time.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

test('an unpaid order expires', async () => {
  const { orderId } = await buy(shop);
  const config = {
    stripe: { apiBase: shop.sandbox.origin },
    sweeps: { ...never, cartsEveryMinutes: 0, reportingEveryMinutes: 0 },
  };
  expect(await timeCommands['pass-time']?.(shop.deps, config as Config, ['2d'], {})).toBe(0);
  const order = await shop.db
    .selectFrom('shop_order')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(order.status).toBe('canceled');
});
