/**
 * Random calls over the documented paths, at least two per operation. Every response is documented, and none
 * is an internal error. `npm run lab -- fuzz` sends 100,000.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { amount } from '#test/amount.ts';
import { operations } from './calls.ts';
import { countOf, fuzz } from './run.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

test('every call gets a documented response that fits its schema', async () => {
  const seed = Date.now() % 2 ** 31;
  const tally = await fuzz(shop, { calls: amount(500, 1_800), seed }).catch((error: Error) => {
    throw new Error(`with the seed ${seed}: ${error.message}`, { cause: error });
  });
  expect(operations.filter(({ operationId }) => tally.get(operationId)?.size === 0)).toEqual([]);
  // Enough calls pass validation to be meaningful, and enough are rejected.
  expect(countOf(tally, (status) => status === 200)).toBeGreaterThan(amount(30, 80));
  expect(countOf(tally, (status) => status >= 400)).toBeGreaterThan(amount(40, 100));
});
