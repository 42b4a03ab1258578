/**
 * Canceling unpaid orders: among thousands, with a failing processor, and while the buyer pays after all. No
 * job runs here.
 */
import { randomUUID } from 'node:crypto';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { freshId } from '#kernel/ids.ts';
import * as orders from '#modules/orders/store.ts';
import * as waiting from '#modules/orders/overdue-orders-store.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { billingDetails, buy, confirm, intentOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelOrder } from './cancel-order.ts';
import { place } from '#modules/checkout/placing/place-order.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';
import { applyIntent } from '#modules/payments/apply-intent.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const limits = { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 };
const dayMs = 24 * 3_600_000;
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();

/** An order whose payment the processor may or may not have received, because no response arrived. */
async function anUnansweredOrder(discountCode: string | null = null) {
  const purchaseRequest = { productIds: ['ein-filing'], discountCode, billing: billingDetails, cartId: null };
  const placed = await place(shop.deps, {
    userId: null,
    key: randomUUID(),
    purchaseRequest,
    shownTotal: undefined,
  });
  if (placed.next !== 'pay') throw new Error('expected an order to pay');
  return placed;
}
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};

describe('10: an order whose payment has no reference', () => {
  test('moves to the end of the queue when it cannot be canceled, so that the others come first', async () => {
    const [first, second] = [(await anUnansweredOrder()).order.id, (await anUnansweredOrder()).order.id];
    const findPayment = () => Promise.reject(new GatewayUnavailable('away'));
    const broken = { ...shop.deps, gateway: { ...shop.deps.gateway, findPayment } };
    const next = () => waiting.awaitingSince(shop.db, new Date(Date.now() + dayMs), 1);
    expect(await next()).toEqual([first]);
    const report = await later(25 * 3_600_000, () => sweepPayments(broken, limits, 1));
    expect(report.failed).toBeGreaterThan(0);
    expect(await next()).toEqual([second]);
  });

  test('expires, and its coupon use is returned, in a shop with more payments than one listing holds', async () => {
    const lost = await anUnansweredOrder('SAVE25');
    const found = await anUnansweredOrder();
    const opened = await shop.deps.gateway.createPayment(found.payment.request);
    const stripe = stripeOf(shop);
    const { secretKey, origin: apiBase } = shop.sandbox;
    const gateway = createStripeGateway({
      secretKey,
      apiBase,
      webhookSecrets: ['whsec_none'],
      listAtMost: 5,
    });
    await Promise.all(
      Array.from({ length: 6 }, () => stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' })),
    );
    const report = await later(25 * 3_600_000, () => sweepPayments({ ...shop.deps, gateway }, limits));
    expect(report.failed).toBe(0);
    expect(await orders.find(shop.db, lost.order.id)).toMatchObject({ status: 'canceled' });
    const uses = shop.db
      .selectFrom('coupon_redemption')
      .select('state')
      .where('order_id', '=', lost.order.id);
    expect(await uses.execute()).toEqual([{ state: 'released' }]);
    expect(await paymentsOf(found.order.id)).toMatchObject([
      { status: 'canceled', intent_ref: opened.intentRef },
    ]);
    expect((await stripe.paymentIntents.retrieve(opened.intentRef)).status).toBe('canceled');
  });
});

describe('8: a payment that is canceled at the moment it is paid', () => {
  /** The order is paid while a second tab opens another payment for it. */
  async function aLeftover() {
    const answer = await buy(shop);
    const [first] = await paymentsOf(answer.orderId);
    if (first === undefined) throw new Error('expected a payment');
    await shop.db.updateTable('payment').set({ status: 'canceled' }).where('id', '=', first.id).execute();
    const request = {
      ...(first.request as object),
      paymentId: freshId('pay'),
    } as unknown as paymentStore.Payment['request'];
    const leftover = await shop.db
      .transaction()
      .execute((tx) => paymentStore.insert(tx, first.invoice_id, request, shop.deps.clock.now()));
    await confirm(shop, intentOf(answer));
    expect(await applyIntent(shop.deps, intentOf(answer))).toBe('succeeded');
    return leftover;
  }
  /** A lookup that finds nothing, with `meanwhile` running before it returns. */
  const overtaken = (meanwhile: () => Promise<unknown>) => ({
    ...shop.deps,
    gateway: { ...shop.deps.gateway, findPayment: () => meanwhile().then(() => null) },
  });

  test('keeps its money and is refunded', async () => {
    const leftover = await aLeftover();
    const deps = overtaken(async () => {
      const { intentRef } = await payments.openAtProcessor(shop.deps, leftover);
      await confirm(shop, intentRef);
      expect(await applyIntent(shop.deps, intentRef)).toBe('duplicate');
    });
    await payments.cancelLeftover(deps, leftover.id);
    expect(await paymentStore.find(shop.db, leftover.id)).toMatchObject({
      status: 'duplicate',
      received: leftover.amount,
    });
    const refunds = shop.db
      .selectFrom('refund')
      .select(['reason', 'amount_cents'])
      .where('payment_id', '=', leftover.id);
    expect(await refunds.execute()).toEqual([{ reason: 'duplicate', amount_cents: leftover.amount }]);
  });

  test('or opened is canceled at the processor as well', async () => {
    const leftover = await aLeftover();
    const deps = overtaken(() => payments.openAtProcessor(shop.deps, leftover));
    await payments.cancelLeftover(deps, leftover.id);
    const after = await paymentStore.find(shop.db, leftover.id);
    expect(after?.status).toBe('canceled');
    expect((await shop.deps.gateway.readPayment(after?.intentRef ?? ''))?.state).toBe('canceled');
  });

  test('by the sweep stays open for the next sweep', async () => {
    const { order, payment } = await anUnansweredOrder();
    const deps = overtaken(() => payments.openAtProcessor(shop.deps, payment));
    // Old enough for the sweep but recent for the other tab, because the two read the clock at different
    // times.
    const clock = { now: () => new Date(Date.now() + dayMs) };
    expect(await cancelOrder({ ...deps, clock }, order.id, 'expired')).toBe(false);
    expect((await paymentStore.find(shop.db, payment.id))?.status).toBe('open');
    expect(await cancelOrder(shop.deps, order.id, 'expired')).toBe(true);
  });
});
