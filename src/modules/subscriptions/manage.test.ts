/**
 * What the owner of a subscription and the holder of a link can do over HTTP, and what happens as time
 * passes.
 */
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { readOrderStory } from '#modules/admin/order-story.ts';
import { verify } from '#modules/operations/verify.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { readCursor } from '#platform/cursors.ts';
import { buyAs, cards, cardsOf, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { replaceCard } from '#test/builders/card-link.ts';
import { aCustomer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  atProcessor,
  buySubscription,
  emails,
  listed,
  passDays,
  passPeriod,
  read,
  startSubscription,
  yearly,
} from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';
import { settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refundCursor, sweepSubscriptions } from './sweep.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const kindsOf = async (bought: { orderId: string }) => (await emails(shop, bought)).map(({ kind }) => kind);
const cancel = (by: { call: Shop['call'] }, { id }: { id: string }) =>
  by.call(contract.cancelSubscription, { params: { id } });
const undo = (by: { call: Shop['call'] }, { id }: { id: string }) =>
  by.call(contract.undoCancelSubscription, { params: { id } });

test('a yearly one is announced 30 days before, once, and so is an expiring card', {
  tags: ['long'],
}, async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer, productId: yearly });
  const { paidUntil } = await startSubscription(shop, bought);
  const daysLeft = () => (paidUntil.getTime() - shop.deps.clock.now().getTime()) / 86_400_000;
  await passDays(shop, daysLeft() - 31);
  expect(await kindsOf(bought)).toEqual(['receipt']);
  const expires = paidUntil;
  await shop.db
    .updateTable('subscription')
    .set({ card_exp_month: expires.getUTCMonth() + 1, card_exp_year: expires.getUTCFullYear() })
    .where('id', '=', bought.id)
    .execute();
  await passDays(shop, 1.5);
  await passDays(shop, 1);
  expect((await kindsOf(bought)).filter((kind) => kind === 'renewal_notice')).toHaveLength(1);
  await passPeriod(shop, bought);
  await passDays(shop, 5);
  expect((await kindsOf(bought)).toSorted()).toEqual([
    'card_expiring',
    'receipt',
    'renewal_notice',
    'renewal_receipt',
  ]);
});

test('is listed by status with its next charge, card, and past charges', async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  const { paidUntil } = await startSubscription(shop, bought);
  expect(await listed(customer, bought)).toMatchObject({
    orderId: bought.orderId,
    orderNumber: expect.stringMatching(/^S-\d+$/),
    product: { id: 'us-business-address', name: 'US business address' },
    status: 'active',
    period: 'month',
    price: 29,
    nextChargeAt: paidUntil.toISOString(),
    amount: 29,
    card: { brand: 'visa', last4: '4242', expMonth: expect.any(Number), expYear: expect.any(Number) },
    cancelAtPeriodEnd: false,
    graceUntil: null,
    priceChange: null,
    endReason: null,
    history: [{ amount: 29, status: 'paid', invoiceId: expect.stringMatching(/^inv_/) }],
  });
  const of = async (status: 'active' | 'ended') =>
    (await customer.call(contract.listSubscriptions, { query: { status } })).length;
  expect([await of('active'), await of('ended')]).toEqual([1, 0]);
});

test('canceled in one call is active until its end; that can be undone until then, and not afterwards', async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  await expect(undo(customer, bought)).rejects.toMatchObject({
    status: 409,
    message: 'This subscription is not canceled',
  });
  await Promise.all([cancel(customer, bought), cancel(customer, bought), cancel(customer, bought)]);
  expect((await kindsOf(bought)).filter((kind) => kind === 'subscription_canceled')).toHaveLength(1);
  expect(await listed(customer, bought)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
    nextChargeAt: null,
    amount: null,
  });
  await until('the processor knows', async () => (await atProcessor(shop, bought))[0]?.cancel_at_period_end);
  const { orderId } = bought;
  expect(await passPeriod(shop, bought)).toMatchObject({ status: 'canceled', endReason: 'canceled' });
  expect(
    await shop.db.selectFrom('payment').select('id').where('order_id', '=', orderId).execute(),
  ).toHaveLength(1);
  const newLogIn = await logIn(shop, customer);
  await expect(undo(newLogIn, bought)).rejects.toMatchObject({
    status: 409,
    message: 'This subscription has ended',
  });
  await expect(cancel(newLogIn, bought)).rejects.toMatchObject({ status: 409, code: 'subscription_over' });
});

test('canceled and undone during a processor outage ends in the last chosen state', async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  await shop.control('POST', '/control/fail-next', {
    where: 'after',
    how: 'reset',
    match: 'POST /v1/subscriptions/*',
    times: 4,
  });
  for (const decide of [cancel, undo, cancel, undo, cancel]) await decide(customer, bought);
  await until('everything is delivered', async () => {
    await sweepSubscriptions(shop.deps);
    return !(await read(shop, bought)).changeDue;
  });
  expect((await atProcessor(shop, bought))[0]?.cancel_at_period_end).toBe(true);
});

test('managed by another person’s link: the card pays its renewals and is saved to no account', async () => {
  const owner = await aCustomer(shop);
  const { orderId } = await buyAs(owner, { productIds: ['us-business-address'] });
  await passDays(shop, 120 / 86_400);
  const answer = await shop.call(contract.purchaseOrder, {
    headers: {},
    body: { orderId, discountCode: null },
  });
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, orderId)).status).toBe('paid');
  const { id } = await shop.db
    .selectFrom('subscription')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const subscription = await startSubscription(shop, { id });
  expect(subscription).toMatchObject({ status: 'active', card: { last4: '4242' } });
  expect(await cardsOf(owner)).toEqual([]);
  const ownCard = await saveCard(shop, owner);
  const refused = owner.call(contract.changeSubscriptionCard, {
    params: { id },
    body: { paymentMethodId: ownCard ?? '' },
  });
  await expect(refused).rejects.toThrow(
    'Your saved cards cannot be used for this subscription. Please enter a new card',
  );
  // Its owner replaces that card through a separate page.
  const { path } = await owner.call(contract.makeCardLink, { params: { id } });
  expect(await replaceCard(shop, path.slice(-43), cards.other)).toEqual({ status: 'saved' });
  expect(await listed(owner, { id })).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } });
});

test('a card that needs authentication is confirmed by link, and a saved one pays what is due immediately', async () => {
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  const bad = await saveCard(shop, customer, cards.savedThenDeclined);
  await customer.call(contract.changeSubscriptionCard, {
    params: { id: bought.id },
    body: { paymentMethodId: bad ?? '' },
  });
  await passPeriod(shop, bought);
  const newLogIn = await logIn(shop, customer);
  const { path } = await newLogIn.call(contract.makeCardLink, { params: { id: bought.id } });
  expect(await replaceCard(shop, path.slice(-43), cards.alwaysAsksFor3ds)).toMatchObject({
    status: 'requires_action',
    client_secret: expect.stringMatching(/^pi_.*_secret_/),
  });
  const good = await saveCard(shop, newLogIn);
  const shown = await newLogIn.call(contract.changeSubscriptionCard, {
    params: { id: bought.id },
    body: { paymentMethodId: good ?? '' },
  });
  expect(shown).toMatchObject({ status: 'active', card: { last4: '4242' }, graceUntil: null });
  expect(await shop.call(contract.finishCardByLink, { body: { token: path.slice(-43) } })).toEqual({
    status: 'saved',
  });
});

test('a made-up or expired link is rejected, and its email stores no token', async () => {
  const token = 'A'.repeat(43);
  const expected = {
    status: 410,
    message: 'This link has expired or was already used. Please request a new one.',
  };
  await expect(shop.call(contract.readSubscriptionByLink, { body: { token } })).rejects.toMatchObject(
    expected,
  );
  await expect(shop.call(contract.startCardByLink, { headers: {}, body: { token } })).rejects.toMatchObject(
    expected,
  );
  const customer = await aCustomer(shop);
  const bought = await buySubscription(shop, { customer });
  await startSubscription(shop, bought);
  const { path } = await customer.call(contract.makeCardLink, { params: { id: bought.id } });
  await passDays(shop, 31);
  await expect(
    shop.call(contract.readSubscriptionByLink, { body: { token: path.slice(-43) } }),
  ).rejects.toMatchObject(expected);
  expect(JSON.stringify(await shop.db.selectFrom('card_link').selectAll().execute())).not.toContain(
    path.slice(-43),
  );
});

test('ends when its order is fully refunded; one from before renewals existed ends with its paid period', async () => {
  const [refunded, later] = [await buySubscription(shop), await buySubscription(shop)];
  for (const bought of [refunded, later]) await startSubscription(shop, bought);
  const refund = ({ orderId }: typeof refunded) =>
    requestRefund(shop.deps, { orderId, amount: null, requestKey: null });
  await refund(refunded);
  // A subscription that could not be ended holds back the cursor of the next sweep.
  const before = await readCursor(shop.db, refundCursor);
  await sql`alter table subscription add constraint of_this_test check (status <> 'ended') not valid`.execute(
    shop.db,
  );
  expect(await sweepSubscriptions(shop.deps)).toMatchObject({ failed: 1 });
  expect(await readCursor(shop.db, refundCursor)).toEqual(before);
  await sql`alter table subscription drop constraint of_this_test`.execute(shop.db);
  await sweepSubscriptions(shop.deps);
  expect(await read(shop, refunded)).toMatchObject({ status: 'ended', endReason: 'refunded' });
  expect(await readCursor(shop.db, refundCursor)).not.toEqual(before);
  // The next sweeps resume there, and a clock that ran ahead for a while hides nothing.
  const { refundId } = await refund(later);
  await until('it has gone back', async () =>
    shop.db
      .selectFrom('refund')
      .select('id')
      .where('id', '=', refundId)
      .where('state', '=', 'succeeded')
      .executeTakeFirst(),
  );
  // The processor's refund event updates its time again.
  await settleWebhooks(shop);
  const refundedAt = (at: RawBuilder<Date>) =>
    shop.db.updateTable('refund').set({ updated_at: at }).where('id', '=', refundId).execute();
  await refundedAt(sql`now() - interval '30 hours'`);
  await sweepSubscriptions(shop.deps);
  expect(await read(shop, later)).toMatchObject({ status: 'active' });
  await refundedAt(sql`now()`);
  await shop.db
    .updateTable('sweep_cursor')
    .set({ position: sql`now() + interval '9 days'` })
    .where('name', '=', refundCursor)
    .execute();
  await sweepSubscriptions(shop.deps);
  expect(await read(shop, later)).toMatchObject({ status: 'ended', endReason: 'refunded' });
  await until(
    'the processor knows',
    async () => (await atProcessor(shop, refunded))[0]?.status === 'canceled',
  );

  const old = await buySubscription(shop);
  // Its start is over before the row becomes one that was never started.
  const { subscriptionRef } = await startSubscription(shop, old);
  await settleWebhooks(shop);
  await shop.control('POST', '/control/webhooks', { mode: 'drop' });
  await stripeOf(shop).subscriptions.cancel(subscriptionRef ?? '');
  await shop.control('POST', '/control/webhooks', {});
  const neverStarted = { renews: false, subscription_ref: null, request: null, keyed_at: null };
  await shop.db.updateTable('subscription').set(neverStarted).where('id', '=', old.id).execute();
  await sweepSubscriptions(shop.deps);
  expect(await read(shop, old)).toMatchObject({ status: 'active' });
  await passPeriod(shop, old);
  expect(await read(shop, old)).toMatchObject({ status: 'ended', endReason: 'not_renewed' });
  expect(await kindsOf(old)).toEqual(['receipt', 'subscription_ended']);
});

test('canceled at the processor without a webhook: the comparison finds it, and stray charges raise an alarm', async () => {
  const bought = await buySubscription(shop);
  const { subscriptionRef, customerRef } = await startSubscription(shop, bought);
  await settleWebhooks(shop);
  await shop.control('POST', '/control/webhooks', { mode: 'drop' });
  await stripeOf(shop).subscriptions.cancel(subscriptionRef ?? '');
  const unknown = await stripeOf(shop).subscriptions.create({
    customer: customerRef ?? '',
    items: [
      {
        price_data: {
          currency: 'usd',
          product: `${shop.deps.shopId}-us-business-address`,
          unit_amount: 2_900,
          recurring: { interval: 'month' },
        },
      },
    ],
    default_payment_method: (await read(shop, bought)).card?.ref ?? '',
    metadata: { shop_id: shop.deps.shopId, subscription_id: `sub_${'x'.repeat(22)}` },
  });
  const { report, isSound } = await verify(shop.deps, {
    noted: null,
    processor: { days: 1, expireAfterHours: 24 },
  });
  expect(report).toContain(`charged at the processor, unknown here: ${unknown.id}`);
  expect(isSound).toBe(false);
  expect(await read(shop, bought)).toMatchObject({ status: 'ended', endReason: 'by_staff' });
  await stripeOf(shop).subscriptions.cancel(unknown.id);
  await shop.control('POST', '/control/webhooks', {});
});

test('its whole life is in the timeline of its order, and no invariant is broken', async () => {
  const bought = await buySubscription(shop);
  await startSubscription(shop, bought);
  await passPeriod(shop, bought);
  const story = await readOrderStory(shop.db, bought.orderId);
  expect(story?.head.join('\n')).toMatch(
    /subscription US business address {2}active {2}\$29\.00 {2}paid until [\d-]+ {2}visa 4242 {2}sub_\w+ {2}sub_/,
  );
  expect(story?.head.join('\n')).toMatch(/renewal invoice INV-/);
  expect(story?.events.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['subscription sold', 'email renewal_receipt']),
  );
  expect(await checkInvariants(shop.db)).toEqual([]);
});
