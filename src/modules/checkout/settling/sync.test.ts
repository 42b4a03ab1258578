/**
 * Edge cases in which money or an order could be lost: parked money, stored failures, unknown references,
 * jobs that stopped retrying.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import * as alarms from '#modules/alarms/service.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { requestRefund, sendRefund } from '#modules/payments/refunds.ts';
import { aCart, aPurchaseRequest, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { deliver, eventsOf, stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import { compareCharges, fillEventHoles, sweepPayments } from '#modules/checkout/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const limits = { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 };
const dayMs = 24 * 3_600_000;
const orderOf = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
const refundsOf = (orderId: string) =>
  shop.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['refund.id', 'refund.state', 'refund.amount_cents'])
    .where('order_id', '=', orderId)
    .execute();
const failNext = (fault: object) => shop.control('POST', '/control/fail-next', fault);
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};

describe('13: money parked for review', () => {
  const orderInReview = async () => {
    const cartId = await aCart(shop);
    const answer = await buy(shop, { cartId });
    await stripeOf(shop).paymentIntents.update(intentOf(answer), { amount: 6_000 });
    await confirm(shop, intentOf(answer));
    expect((await statusOf(shop, answer.orderId)).status).toBe('checking');
    return { ...answer, cartId };
  };

  test('is not charged again: the same cart shows that its payment is under review', async () => {
    const { cartId, orderId } = await orderInReview();
    expect(await buy(shop, { cartId })).toMatchObject({ orderId, status: 'processing' });
    await expect(buy(shop, { cartId, productIds: ['itin-application'] })).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
  });
  test('keeps its order from expiring', async () => {
    const { orderId } = await orderInReview();
    await later(25 * 3_600_000, () => sweepPayments(shop.deps, limits));
    expect(await cancelOrder(shop.deps, orderId, 'expired')).toBe(false);
    expect((await orderOf(orderId)).status).toBe('awaiting_payment');
  });
  test('can be refunded by staff, and then the order may end', async () => {
    const { orderId } = await orderInReview();
    await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'back' });
    expect(await refundsOf(orderId)).toMatchObject([{ amount_cents: 6_000 }]);
    await until('the refund is made', async () =>
      (await refundsOf(orderId)).every((refund) => refund.state === 'succeeded'),
    );
    expect(await cancelOrder(shop.deps, orderId, 'expired')).toBe(true);
  });
});

describe('11: a stored failure', () => {
  test('of a cancellation does not block the cart: the next attempt makes a new call', async () => {
    const cartId = await aCart(shop);
    await buy(shop, { cartId });
    await failNext({ where: 'before', how: '500', times: 3, match: 'POST /v1/payment_intents/*/cancel' });
    await expect(buy(shop, { cartId, productIds: ['itin-application'] })).rejects.toMatchObject({
      code: 'payment_unavailable',
    });
    await shop.control('DELETE', '/control/fail-next');
    expect((await buy(shop, { cartId, productIds: ['itin-application'] })).status).toBe(
      'requires_confirmation',
    );
  });
  test('of a refund is verified: it is found, or requested under a new key, and made once', async () => {
    for (const where of ['before', 'after']) {
      const answer = await buy(shop);
      await confirm(shop, intentOf(answer));
      await statusOf(shop, answer.orderId);
      await failNext({ where, how: '500', match: 'POST /v1/refunds' });
      await requestRefund(shop.deps, { orderId: answer.orderId, amount: cents(1_000), requestKey: where });
      await until('the refund is made', async () =>
        (await refundsOf(answer.orderId)).every((refund) => refund.state === 'succeeded'),
      );
      expect(
        (await stripeOf(shop).refunds.list({ payment_intent: intentOf(answer) })).data.map(
          (refund) => refund.amount,
        ),
      ).toEqual([1_000]);
    }
  });
  test('28: a refund whose key the processor forgot is looked up before it is requested again', async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    await statusOf(shop, answer.orderId);
    const { refundId } = await requestRefund(shop.deps, {
      orderId: answer.orderId,
      amount: cents(1_000),
      requestKey: 'slow',
    });
    await until('the refund is made', async () =>
      (await refundsOf(answer.orderId)).every((refund) => refund.state === 'succeeded'),
    );
    // As if the process crashed yesterday, after the processor's response and before it was stored.
    await shop.db
      .updateTable('refund')
      .set({ state: 'creating', refund_ref: null, keyed_at: new Date(Date.now() - dayMs) })
      .where('id', '=', refundId)
      .execute();
    await sendRefund(shop.deps, refundId);
    expect((await stripeOf(shop).refunds.list({ payment_intent: intentOf(answer) })).data).toHaveLength(1);
    expect(await refundsOf(answer.orderId)).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('a payment unknown to the processor', () => {
  const makeIntentUnknown = async (orderId: string) =>
    shop.db
      .updateTable('payment')
      .set({ intent_ref: `pi_gone_${randomUUID()}` })
      .where('order_id', '=', orderId)
      .execute();

  test('is replaced when the buyer returns, with an alarm', async () => {
    const cartId = await aCart(shop);
    const before = await buy(shop, { cartId });
    await makeIntentUnknown(before.orderId);
    const after = await buy(shop, { cartId });
    expect(after).toMatchObject({ orderId: before.orderId, status: 'requires_confirmation' });
    await confirm(shop, intentOf(after));
    expect((await statusOf(shop, after.orderId)).status).toBe('paid');
    expect((await alarms.unresolved(shop.db)).map((alarm) => alarm.kind)).toContain('unknown_intent');
  });
  test('does not keep its order from expiring', async () => {
    const answer = await buy(shop);
    await makeIntentUnknown(answer.orderId);
    expect(await cancelOrder(shop.deps, answer.orderId, 'expired')).toBe(true);
    expect((await orderOf(answer.orderId)).status).toBe('canceled');
  });
});

describe('events', () => {
  test('27: of a refund whose job gave up are retried by the hourly sweep, and raise an alarm until handled', async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    await statusOf(shop, answer.orderId);
    const refund = await stripeOf(shop).refunds.create({ payment_intent: intentOf(answer), amount: 700 });
    await failNext({ where: 'before', how: '503', times: 50, match: 'GET /v1/refunds/*' });
    for (const event of await eventsOf(shop, refund.id)) await deliver(shop, event);
    await until('a try has failed', () =>
      shop.db
        .selectFrom('webhook_inbox')
        .select('error')
        .where('object_ref', '=', refund.id)
        .where('error', 'is not', null)
        .executeTakeFirst(),
    );
    await shop.control('DELETE', '/control/fail-next');
    // The sweep queues another job for the event, regardless of its earlier jobs.
    await later(20 * 60_000, () => fillEventHoles(shop.deps));
    await until('the refund is known', async () => (await refundsOf(answer.orderId)).length === 1);
    expect((await alarms.unresolved(shop.db)).map((alarm) => alarm.kind)).toContain('webhook_stuck');
  });
  test('of one unreadable subject do not stop the comparison of the others', async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    await failNext({ where: 'before', how: '503', times: 3, match: 'GET /v1/payment_intents/*' });
    const report = await later(10 * 60_000, () => compareCharges(shop.deps, limits));
    expect(report.failed).toBeGreaterThan(0);
    expect((await later(10 * 60_000, () => compareCharges(shop.deps, limits))).failed).toBe(0);
    expect((await orderOf(answer.orderId)).status).toBe('in_progress');
  });
  test('of a charge are compared even after a week without comparisons, and again after failures', async () => {
    const compare = () => compareCharges(shop.deps, limits);
    expect((await compare()).failed).toBe(0);
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    await failNext({ where: 'before', how: '503', times: 50, match: 'GET /v1/payment_intents/*' });
    expect((await later(7 * dayMs, compare)).failed).toBeGreaterThan(0);
    await shop.control('DELETE', '/control/fail-next');
    await later(14 * dayMs, compare);
    expect((await orderOf(answer.orderId)).status).toBe('in_progress');
  });
  test('of a charge are not lost when the first comparisons fail for days', async () => {
    await shop.db.deleteFrom('sweep_cursor').execute();
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    const failComparisons = async () => {
      await failNext({ where: 'before', how: '503', times: 50, match: 'GET /v1/*' });
      await expect(compareCharges(shop.deps, limits)).rejects.toBeInstanceOf(GatewayUnavailable);
      await expect(fillEventHoles(shop.deps)).rejects.toBeInstanceOf(GatewayUnavailable);
      await shop.control('DELETE', '/control/fail-next');
    };
    await failComparisons();
    await later(2 * dayMs, failComparisons);
    await later(4 * dayMs, async () => {
      expect((await compareCharges(shop.deps, limits)).repaired).toBeGreaterThan(0);
      expect((await orderOf(answer.orderId)).status).toBe('in_progress');
      expect((await fillEventHoles(shop.deps)).filled).toBeGreaterThan(0);
    });
    await shop.db.deleteFrom('sweep_cursor').execute();
  });
  test('with a character that PostgreSQL cannot store are accepted anyway', async () => {
    const answer = await buy(shop);
    const [event] = await eventsOf(shop, intentOf(answer));
    if (event === undefined) throw new Error('the sandbox wrote no event');
    const unknownEvent = {
      ...event,
      id: `evt_${randomUUID()}`,
      data: { object: { ...event.data.object, description: 'a\u0000b' } },
    };
    expect((await deliver(shop, unknownEvent as typeof event)).status).toBe(200);
  });
});

test('8: a second payment of a paid order is canceled, so that it cannot be paid', async () => {
  const answer = await buy(shop);
  const first = intentOf(answer);
  const [row] = await paymentsOf(answer.orderId);
  await shop.db
    .updateTable('payment')
    .set({ status: 'canceled' })
    .where('id', '=', row?.id ?? '')
    .execute();
  const second = await stripeOf(shop).paymentIntents.create({
    amount: row?.amount_cents ?? 0,
    currency: 'usd',
    metadata: { order_id: answer.orderId, payment_id: 'pay_second' },
  });
  await shop.db
    .insertInto('payment')
    .values({
      id: 'pay_second',
      order_id: answer.orderId,
      invoice_id: row?.invoice_id ?? '',
      status: 'open',
      intent_ref: second.id,
      amount_cents: row?.amount_cents ?? 0,
      request: JSON.stringify(row?.request),
    })
    .execute();
  await confirm(shop, first);
  for (const event of await eventsOf(shop, first)) await deliver(shop, event);
  await until(
    'the second payment is canceled',
    async () => (await shop.deps.gateway.readPayment(second.id))?.state === 'canceled',
  );
  await until('we know it', async () =>
    (await paymentsOf(answer.orderId)).every((payment) => ['succeeded', 'canceled'].includes(payment.status)),
  );
});

test('6: the same purchase request without a key is a retry for ten minutes, and a new purchase later', async () => {
  const purchaseRequest = {
    billingDetails: {
      firstName: 'Ama',
      lastName: 'Again',
      email: 'ama.again@example.com',
      country: 'GH',
      phone: '+233 20 155 0142',
      addressLine1: '2',
    },
    discountCode: 'FREEORDER',
  };
  const customer = await aCustomer(shop);
  const buyWithoutKey = () =>
    customer.call(contract.purchase, { headers: {}, body: aPurchaseRequest(purchaseRequest) });
  const first = await buyWithoutKey();
  expect((await buyWithoutKey()).orderId).toBe(first.orderId);
  const next = await later(11 * 60_000, async () =>
    (await logIn(shop, customer)).call(contract.purchase, {
      headers: {},
      body: aPurchaseRequest(purchaseRequest),
    }),
  );
  expect(next.orderId).not.toBe(first.orderId);
});

test('7: a cart paid while being changed is reported as paid', async () => {
  const cartId = await aCart(shop);
  const answer = await buy(shop, { cartId });
  await confirm(shop, intentOf(answer));
  await expect(buy(shop, { cartId, productIds: ['itin-application'] })).rejects.toMatchObject({
    code: 'order_already_paid',
  });
});

test('a resolved alarm is raised again when its subject recurs', async () => {
  await alarms.raise(shop.db, shop.deps.log, 'webhook_stuck', 'evt_bell', 'first');
  expect(await alarms.resolve(shop.db, 'webhook_stuck', 'evt_bell')).toBe(true);
  await alarms.raise(shop.db, shop.deps.log, 'webhook_stuck', 'evt_bell', 'second');
  expect((await alarms.unresolved(shop.db)).filter((alarm) => alarm.subject === 'evt_bell')).toMatchObject([
    { detail: 'second' },
  ]);
});

test('afterwards the books balance', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
