/** Events from unexpected sources: a refund before its renewal, and a card whose page was closed. */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { cards, intentOf, saveCard } from '#test/builders/buyer.ts';
import { aCustomer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { buySubscription, listed, passPeriod, read, startSubscription } from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';
import { deliver, eventsOf, settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

test('27, 30: a refund in the dashboard arrives before the renewal that it refunds', async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  const { subscriptionRef } = await startSubscription(shop, bought);
  await settleWebhooks(shop);
  await shop.control('POST', '/control/webhooks', { mode: 'drop' });
  await shop.control('POST', '/control/clock', { advance_days: 31.1 });
  const [invoice] = (
    await stripeOf(shop).invoices.list({ subscription: subscriptionRef ?? '', expand: ['data.payments'] })
  ).data;
  const intent = String(invoice?.payments?.data[0]?.payment.payment_intent);
  const refund = (await shop.control('POST', '/control/refunds', { payment_intent: intent })) as {
    id: string;
  };
  for (const event of await eventsOf(shop, refund.id)) expect((await deliver(shop, event)).status).toBe(200);
  await until('the refund is there', () =>
    shop.db.selectFrom('refund').select('id').where('refund_ref', '=', refund.id).executeTakeFirst(),
  );
  await shop.control('POST', '/control/webhooks', {});
  expect((await listed(customer, bought)).history.map(({ status }) => status)).toEqual(['refunded', 'paid']);
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a card saved on a closed page is used anyway, and pays what is due', { tags: ['long'] }, async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  const bad = await saveCard(shop, customer, cards.savedThenDeclined);
  await customer.call(contract.changeSubscriptionCard, {
    params: { id: bought.id },
    body: { paymentMethodId: bad ?? '' },
  });
  expect(await passPeriod(shop, bought)).toMatchObject({ status: 'past_due' });
  const { path } = await (await logIn(shop, customer)).call(contract.makeCardLink, {
    params: { id: bought.id },
  });
  const opened = await shop.call(contract.startCardByLink, { headers: {}, body: { token: path.slice(-43) } });
  await shop.control('POST', '/control/confirm', { setup_intent: intentOf(opened), card: cards.other });
  await until('it is paid', async () => (await read(shop, bought)).status === 'active');
  expect(await read(shop, bought)).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } });
  expect(await checkInvariants(shop.db)).toEqual([]);
});
