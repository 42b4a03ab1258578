/** From the first paid period to a subscription at the processor, exactly once. */
import { contract } from '#contract/contract.ts';
import { renewalTermsVersion } from '#kernel/renewal-terms.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  atProcessor,
  buySubscription,
  emails,
  monthly,
  passPeriod,
  read,
  startSubscription,
} from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

test('a guest gets a customer with the paying card, and a subscription that renews after the paid month', async () => {
  const bought = await buySubscription(shop);
  const subscription = await startSubscription(shop, bought);
  expect(subscription).toMatchObject({
    status: 'active',
    renews: true,
    card: { brand: 'visa', last4: '4242' },
  });
  const [remote, ...others] = await atProcessor(shop, bought);
  expect(others).toEqual([]);
  expect(remote).toMatchObject({
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

test('consent beside the pay button is stored with version and time, and so is its absence', async () => {
  const answer = await buy(shop, { productIds: [monthly], renewalTermsVersion });
  await confirm(shop, intentOf(answer));
  await statusOf(shop, answer.orderId);
  const termsOf = (orderId: string) =>
    shop.db
      .selectFrom('subscription')
      .select(['terms_version', 'terms_agreed_at'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
  expect(await termsOf(answer.orderId)).toEqual({
    terms_version: renewalTermsVersion,
    terms_agreed_at: expect.any(Date),
  });
  expect(await termsOf((await buySubscription(shop)).orderId)).toEqual({
    terms_version: null,
    terms_agreed_at: null,
  });
});

test('closing an account ends its subscriptions, and leaves no name and no card', async () => {
  const customer = await aCustomer(shop, { lastName: 'Owusu-Ansah' });
  const bought = await buySubscription(shop, { customer });
  const { subscriptionRef } = await startSubscription(shop, bought);
  const archive = await customer.call(contract.readArchive);
  const files = Object.fromEntries(
    Object.entries(unzipSync(Buffer.from(archive.content, 'base64'))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  );
  expect(JSON.parse(files['subscriptions.json'] ?? '')).toMatchObject([
    { id: bought.id, status: 'active', price: 29 },
  ]);
  await customer.call(contract.deleteAccount, { body: { password: customer.password } });
  expect(await read(shop, bought)).toMatchObject({
    status: 'ended',
    endReason: 'account_closed',
    card: null,
    billTo: { name: 'Deleted account' },
  });
  await until(
    'the processor no longer charges anything',
    async () => (await stripeOf(shop).subscriptions.retrieve(subscriptionRef ?? '')).status === 'canceled',
  );
  expect(await checkInvariants(shop.db)).toEqual([]);
});
