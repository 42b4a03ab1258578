/** From the first period that is paid to a subscription at the processor, exactly once. */
import { checkInvariants } from '#modules/admin/invariants.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { atProcessor, buySubscription, emails, passPeriod, started } from '#test/a-subscription.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ renewals: true });
});
afterAll(() => shop.stop());

test('a guest who buys one gets a customer with the card that paid, and a subscription that renews when the paid month is over', async () => {
  const bought = await buySubscription(shop);
  const subscription = await started(shop, bought);
  expect(subscription).toMatchObject({ status: 'active', renews: true, card: { brand: 'visa', last4: '4242' } });
  const [theirs, ...others] = await atProcessor(shop, bought);
  expect(others).toEqual([]);
  expect(theirs).toMatchObject({
    status: 'active',
    customer: subscription.customerRef,
    default_payment_method: subscription.card?.ref,
    billing_cycle_anchor: subscription.firstRenewalAt.getTime() / 1_000,
    metadata: { subscription_id: bought.id, shop_id: shop.deps.shopId },
  });
  const renewed = await passPeriod(shop, bought);
  expect(renewed.paidUntil.getTime()).toBeGreaterThan(subscription.paidUntil.getTime());
  expect((await emails(shop, bought)).map(({ kind }) => kind)).toEqual(['receipt', 'renewal_receipt']);
  expect(await checkInvariants(shop.db)).toEqual([]);
});
