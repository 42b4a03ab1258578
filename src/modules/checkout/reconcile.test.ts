/**
 * Crashes, missing webhooks and unknown outcomes: what the sweeps and a repeated request repair. Numbers
 * refer to the payment situations.
 */
import { randomUUID } from 'node:crypto';
import { freshId } from '#kernel/ids.ts';
import * as alarms from '#modules/alarms/service.ts';
import { billingDetails, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import { place } from '#modules/checkout/placing/place-order.ts';
import { compareCharges, fillEventHoles, sweepPayments } from './reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const limits = { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 };
const orderOf = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
const billing = { ...billingDetails, phone: '+233201234567' };
const purchaseRequest = { productIds: ['ein-filing'], discountCode: null, billing, cartId: null };
const failNext = (fault: object) =>
  shop.control('POST', '/control/fail-next', { match: 'POST /v1/payment_intents', ...fault });
const attempt = (key: string) => ({ userId: null, key, purchaseRequest, shownTotal: undefined });

describe('a crash between two steps', () => {
  test('9: after the payment was opened but before it was stored: the retry gets the same payment', async () => {
    const key = randomUUID();
    const placed = await place(shop.deps, attempt(key));
    if (placed.next !== 'pay') throw new Error('expected an order to pay');
    const opened = await shop.deps.gateway.createPayment(placed.payment.request);
    const repeated = await buy(shop, {}, key);
    expect(repeated.orderId).toBe(placed.order.id);
    expect(intentOf(repeated)).toBe(opened.intentRef);
  });

  test('10: after the order was stored but before the processor call: the retry continues with the same order', async () => {
    const key = randomUUID();
    const placed = await place(shop.deps, attempt(key));
    if (placed.next !== 'pay') throw new Error('expected an order to pay');
    const repeated = await buy(shop, {}, key);
    expect(repeated).toMatchObject({ orderId: placed.order.id, status: 'requires_confirmation' });
    expect(await paymentsOf(placed.order.id)).toHaveLength(1);
  });

  test('10: without a retry, the order expires a day later although the processor never knew it', async () => {
    const placed = await place(shop.deps, attempt(randomUUID()));
    if (placed.next !== 'pay') throw new Error('expected an order to pay');
    shop.travel(25 * 3_600_000);
    await sweepPayments(shop.deps, limits);
    expect(await orderOf(placed.order.id)).toMatchObject({ status: 'canceled', cancel_reason: 'expired' });
    expect(await paymentsOf(placed.order.id)).toMatchObject([{ status: 'canceled', intent_ref: null }]);
    shop.travel(-25 * 3_600_000);
  });
});

describe('11: a processor that fails', () => {
  test('before any effect: the same call proves that no payment exists and opens another', async () => {
    await failNext({ where: 'before', how: '500' });
    const answer = await buy(shop);
    expect(answer.status).toBe('requires_confirmation');
    await confirm(shop, intentOf(answer));
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  });

  test('after it opened the payment: the payment is found by its metadata, not opened twice', async () => {
    await failNext({ where: 'after', how: '500' });
    const answer = await buy(shop);
    const all = await stripeOf(shop).paymentIntents.list({ limit: 100 });
    expect(
      all.data.filter((intent) => intent.metadata.order_id === answer.orderId).map((intent) => intent.id),
    ).toEqual([intentOf(answer)]);
    expect(await paymentsOf(answer.orderId)).toHaveLength(1);
  });

  test('that drops the connection once: the retry under the same key succeeds', async () => {
    await failNext({ where: 'after', how: 'reset' });
    expect((await buy(shop)).status).toBe('requires_confirmation');
  });

  test('for long: the buyer sees that nothing was charged, and the same attempt continues later', async () => {
    const key = randomUUID();
    await failNext({ where: 'before', how: '503', times: 9, match: null });
    await expect(buy(shop, {}, key)).rejects.toMatchObject({ status: 503, code: 'payment_unavailable' });
    await shop.control('DELETE', '/control/fail-next');
    const repeated = await buy(shop, {}, key);
    expect(repeated.status).toBe('requires_confirmation');
    expect(
      await shop.db.selectFrom('purchase_request').select('order_id').where('key', '=', key).execute(),
    ).toEqual([{ order_id: repeated.orderId }]);
  });
});

describe('unexpected money', () => {
  test('8: a second payment of a paid order is refunded automatically, once, with an alarm', async () => {
    const answer = await buy(shop);
    const first = intentOf(answer);
    const [row] = await paymentsOf(answer.orderId);
    // Mark the first payment as failed without asking the processor, as a stored failure would; then both are
    // paid.
    await shop.db
      .updateTable('payment')
      .set({ status: 'canceled' })
      .where('id', '=', row?.id ?? '')
      .execute();
    const secondId = freshId('pay');
    const request = { ...(row?.request as object), paymentId: secondId };
    await shop.db
      .insertInto('payment')
      .values({
        id: secondId,
        order_id: answer.orderId,
        invoice_id: row?.invoice_id ?? '',
        status: 'creating',
        amount_cents: row?.amount_cents ?? 0,
        request: JSON.stringify(request),
      })
      .execute();
    const second = await stripeOf(shop).paymentIntents.create({
      amount: row?.amount_cents ?? 0,
      currency: 'usd',
      metadata: { order_id: answer.orderId, payment_id: secondId },
    });
    await shop.db
      .updateTable('payment')
      .set({ status: 'open', intent_ref: second.id })
      .where('id', '=', secondId)
      .execute();
    await confirm(shop, second.id);
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    await confirm(shop, first);
    await fillEventHoles(shop.deps);
    const refund = await until('the duplicate is refunded', () =>
      shop.db
        .selectFrom('refund')
        .selectAll()
        .where('payment_id', '=', row?.id ?? '')
        .where('state', '=', 'succeeded')
        .executeTakeFirst(),
    );
    expect(refund).toMatchObject({ reason: 'duplicate', amount_cents: row?.amount_cents });
    expect((await paymentsOf(answer.orderId)).map((payment) => payment.status).sort()).toEqual([
      'duplicate',
      'succeeded',
    ]);
    const auditEntries = shop.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object', '=', refund.id);
    expect(await auditEntries.execute()).toEqual([
      { action: 'refund_automatic', detail: { orderId: answer.orderId, amountCents: refund.amount_cents } },
    ]);
    expect((await alarms.unresolved(shop.db)).filter((alarm) => alarm.subject === row?.id)).toMatchObject([
      { kind: 'duplicate_payment' },
    ]);
  });

  test('a charge with our metadata but without our order raises an alarm in the daily comparison', async () => {
    const unknownIntent = await stripeOf(shop).paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      metadata: { order_id: freshId('ord'), payment_id: freshId('pay') },
    });
    await confirm(shop, unknownIntent.id);
    shop.travel(10 * 60_000);
    const report = await compareCharges(shop.deps, limits);
    shop.travel(-10 * 60_000);
    expect(report.unmatched).toEqual([{ reference: unknownIntent.id, amount: 5_000, order: null }]);
    expect(await alarms.unresolved(shop.db)).toContainEqual(
      expect.objectContaining({ kind: 'unmatched_charge', subject: unknownIntent.id }),
    );
  });

  test('3: the daily comparison settles an order whose webhooks were all lost', async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    shop.travel(10 * 60_000);
    const report = await compareCharges(shop.deps, limits);
    shop.travel(-10 * 60_000);
    expect(report.repaired).toBeGreaterThanOrEqual(1);
    expect((await orderOf(answer.orderId)).status).toBe('in_progress');
  });
});

test('3: undelivered events are fetched, stored once, and handled', async () => {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  const first = await fillEventHoles(shop.deps);
  expect(first.filled).toBeGreaterThan(0);
  await until('the order is paid', async () => (await orderOf(answer.orderId)).status === 'in_progress');
  expect((await fillEventHoles(shop.deps)).filled).toBe(0);
});

describe('27: an undelivered refund event', () => {
  const refunded = async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    await statusOf(shop, answer.orderId);
    const { id } = await stripeOf(shop).refunds.create({ payment_intent: intentOf(answer), amount: 1_000 });
    const readRefund = () =>
      shop.db.selectFrom('refund').select('state').where('refund_ref', '=', id).executeTakeFirst();
    return { id, intentRef: intentOf(answer), known: readRefund };
  };

  test('is fetched again an hour after it could not be stored, and raises an alarm', async () => {
    const { id, known } = await refunded();
    const enqueue = () => Promise.reject(new Error('lock timeout'));
    shop.travel(3_600_000);
    const failing = await fillEventHoles({ ...shop.deps, jobs: { ...shop.deps.jobs, enqueue } });
    expect(failing.failed).toBeGreaterThan(0);
    const missed = (await stripeOf(shop).events.list({ limit: 20 })).data.filter(
      ({ data }) => (data.object as { id?: string }).id === id,
    );
    expect(missed).not.toEqual([]);
    const rings = (await alarms.unresolved(shop.db))
      .filter(({ kind }) => kind === 'webhook_stuck')
      .map(({ subject }) => subject);
    expect(rings).toEqual(expect.arrayContaining(missed.map((event) => event.id)));
    shop.travel(3_600_000);
    expect((await fillEventHoles(shop.deps)).failed).toBe(0);
    expect(await until('the refund is known', known)).toEqual({ state: 'succeeded' });
    shop.travel(-7_200_000);
  });

  test('and a dispute event are found by the daily comparison, which lists both', async () => {
    const { intentRef, known } = await refunded();
    await shop.control('POST', '/control/disputes', { payment_intent: intentRef });
    shop.travel(10 * 60_000);
    const report = await compareCharges(shop.deps, limits);
    shop.travel(-10 * 60_000);
    expect(report.failed).toBe(0);
    expect(await known()).toEqual({ state: 'succeeded' });
    const disputes = shop.db
      .selectFrom('dispute')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select('dispute.status');
    expect(await disputes.where('intent_ref', '=', intentRef).execute()).toHaveLength(1);
  });
});

describe('33: expiry races a late payment', () => {
  test('paid first: the cancellation finds the payment and the order is paid', async () => {
    const answer = await buy(shop);
    await confirm(shop, intentOf(answer));
    expect(await cancelOrder(shop.deps, answer.orderId, 'expired')).toBe(false);
    expect((await orderOf(answer.orderId)).status).toBe('in_progress');
  });
  test('canceled first: the late card is rejected by the processor, and the order stays canceled', async () => {
    const answer = await buy(shop);
    expect(await cancelOrder(shop.deps, answer.orderId, 'expired')).toBe(true);
    await expect(confirm(shop, intentOf(answer))).rejects.toThrow();
    expect((await statusOf(shop, answer.orderId)).status).toBe('canceled');
  });
  test('both concurrently, ten times: one of the two, and both sides agree on it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answer = await buy(shop);
      await Promise.all([
        confirm(shop, intentOf(answer)).catch(() => undefined),
        cancelOrder(shop.deps, answer.orderId, 'expired'),
      ]);
      const status = (await statusOf(shop, answer.orderId)).status;
      const remoteState = (await shop.deps.gateway.readPayment(intentOf(answer)))?.state;
      expect([status, remoteState]).toEqual(
        remoteState === 'succeeded' ? ['paid', 'succeeded'] : ['canceled', 'canceled'],
      );
    }
  });
});
