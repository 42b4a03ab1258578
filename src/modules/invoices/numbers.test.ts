/** Invoice numbers under concurrent payments, some of which fail at the last moment. */
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { applyIntent } from '#modules/payments/apply-intent.ts';
import { buy, confirm, intentOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const numbers = async (): Promise<string[]> =>
  (
    await shop.db
      .selectFrom('invoice')
      .select('number')
      .where('number', 'is not', null)
      .orderBy('number')
      .execute()
  ).map(({ number }) => number ?? '');

test('fifty concurrent payments get fifty numbers without a gap, although every third is rolled back first', async () => {
  const answers = [];
  for (let index = 0; index < 50; index += 1) answers.push(await buy(shop));
  for (const answer of answers) await confirm(shop, intentOf(answer));
  const broken = {
    ...shop.deps,
    settlement: {
      ...shop.deps.settlement,
      invoicePaid: {
        ...shop.deps.settlement.invoicePaid,
        order: [
          ...shop.deps.settlement.invoicePaid.order,
          // After the number is assigned, and before the commit.
          async () => Promise.reject(new Error('the process died here')),
        ],
      },
    },
  };
  await Promise.all(
    answers.map(async (answer, index) => {
      if (index % 3 === 0) await expect(applyIntent(broken, intentOf(answer))).rejects.toThrow();
      // A busy machine may time out waiting for a connection; the sweep would retry as well.
      await until(
        'it is settled',
        async () => (await applyIntent(shop.deps, intentOf(answer)).catch(() => null)) === 'succeeded',
        60_000,
      );
    }),
  );
  const year = new Date().getUTCFullYear();
  expect(await numbers()).toEqual(
    Array.from({ length: 50 }, (_, index) => `INV-${year}-${String(index + 1).padStart(5, '0')}`),
  );
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a new year starts with 00001', async () => {
  const now = new Date();
  shop.travel(Date.UTC(now.getUTCFullYear() + 1, 0, 1, 0, 0, 1) - now.getTime());
  const answer = await buy(shop, { discountCode: null, productIds: ['itin-application'] });
  await confirm(shop, intentOf(answer));
  expect(await applyIntent(shop.deps, intentOf(answer))).toBe('succeeded');
  expect(await numbers()).toContain(`INV-${now.getUTCFullYear() + 1}-00001`);
});
