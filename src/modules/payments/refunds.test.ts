/**
 * Refunds by staff or at the processor: full, partial, immediate, delayed, or failed. Numbers refer to the
 * payment situations.
 */
import { cents } from '#kernel/money.ts';
import type { RefundState } from '#ports/payment-gateway.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRefund } from './apply-refund.ts';
import { nameDecision, requestRefund } from './refunds.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

async function aPaidOrder(card?: string): Promise<{ orderId: string; intent: string; total: number }> {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer), card);
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent: intentOf(answer), total: Math.round(answer.total * 100) };
}
const refundsOf = (orderId: string) =>
  shop.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['refund.id', 'refund.amount_cents', 'refund.state', 'refund.reason'])
    .where('order_id', '=', orderId)
    .orderBy('refund.created_at')
    .execute();
const inState = (orderId: string, ...states: string[]) =>
  until(`the refunds are ${states.join(', ')}`, async () => {
    const refunds = await refundsOf(orderId);
    return JSON.stringify(refunds.map((refund) => refund.state)) === JSON.stringify(states) && refunds;
  });

const orderRow = (orderId: string) =>
  shop.db
    .selectFrom('shop_order')
    .select(['status', 'canceled_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();

describe('27: a refund made at the processor', () => {
  test('in parts and then the rest: the sums match and the order stays paid', async () => {
    const { orderId, intent, total } = await aPaidOrder();
    await stripeOf(shop).refunds.create({ payment_intent: intent, amount: 1_000 });
    expect(await inState(orderId, 'succeeded')).toMatchObject([{ amount_cents: 1_000, reason: 'processor' }]);
    await stripeOf(shop).refunds.create({ payment_intent: intent });
    expect((await inState(orderId, 'succeeded', 'succeeded')).map((refund) => refund.amount_cents)).toEqual([
      1_000,
      total - 1_000,
    ]);
    expect((await statusOf(shop, orderId)).status).toBe('paid');
  });

  test('that is pending first and succeeds later is followed', async () => {
    const { orderId, intent } = await aPaidOrder('4000000000007726');
    await stripeOf(shop).refunds.create({ payment_intent: intent });
    await inState(orderId, 'pending');
    await shop.control('POST', '/control/settle');
    await inState(orderId, 'succeeded');
  });

  test('of the full amount leaves the order refunded, and not canceled', async () => {
    const { orderId, intent, total } = await aPaidOrder();
    await stripeOf(shop).refunds.create({ payment_intent: intent });
    expect(await inState(orderId, 'succeeded')).toMatchObject([{ amount_cents: total, reason: 'processor' }]);
    expect(await orderRow(orderId)).toEqual({ status: 'in_progress', canceled_at: null });
    expect((await statusOf(shop, orderId)).status).toBe('paid');
  });

  test('pending and then failed: the money is back with us, the order stays paid, and is fully refundable', async () => {
    const { orderId, intent, total } = await aPaidOrder();
    const deliver = (state: RefundState) => {
      const readRefund = async () => ({
        refundRef: 're_pending',
        refundId: null,
        intentRef: intent,
        amount: cents(3_000),
        state,
      });
      return applyRefund({ ...shop.deps, gateway: { ...shop.deps.gateway, readRefund } }, 're_pending');
    };
    await deliver('pending');
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(total), requestKey: null }),
    ).rejects.toMatchObject({
      code: 'refund_too_large',
    });
    await deliver('failed');
    expect(await inState(orderId, 'failed')).toMatchObject([{ amount_cents: 3_000 }]);
    expect(await orderRow(orderId)).toEqual({ status: 'in_progress', canceled_at: null });
    expect((await requestRefund(shop.deps, { orderId, amount: null, requestKey: null })).amount).toBe(total);
  });

  test('that succeeds first and fails later is recorded, with an alarm, and may be refunded again', async () => {
    const { orderId, intent, total } = await aPaidOrder('4000000000005126');
    await stripeOf(shop).refunds.create({ payment_intent: intent });
    await inState(orderId, 'succeeded');
    await shop.control('POST', '/control/settle');
    await inState(orderId, 'failed');
    expect(
      await shop.db.selectFrom('alarm').select('kind').where('kind', '=', 'refund_failed').execute(),
    ).not.toEqual([]);
    expect((await requestRefund(shop.deps, { orderId, amount: null, requestKey: null })).amount).toBe(total);
  });
});

describe('27: a staff refund that fails later', () => {
  const aFailedRefund = async () => {
    const { orderId, intent } = await aPaidOrder('4000000000005126');
    const first = await nameDecision(shop.db, orderId, '25.00');
    await requestRefund(shop.deps, { orderId, amount: cents(2_500), requestKey: first });
    await inState(orderId, 'succeeded');
    await shop.control('POST', '/control/settle');
    await inState(orderId, 'failed');
    return { orderId, intent, first };
  };

  test('is requested again by the same command, and two people who repeat it request once', async () => {
    const { orderId, intent } = await aFailedRefund();
    const retryRefund = async () => {
      const requestKey = await nameDecision(shop.db, orderId, '25.00');
      return { orderId, amount: cents(2_500), requestKey };
    };
    const [ama, kofi] = [await retryRefund(), await retryRefund()];
    const [one, two] = await Promise.all([requestRefund(shop.deps, ama), requestRefund(shop.deps, kofi)]);
    expect(two.refundId).toBe(one.refundId);
    await inState(orderId, 'failed', 'succeeded');
    expect((await stripeOf(shop).refunds.list({ payment_intent: intent })).data).toHaveLength(2);
  });

  test('is rejected under its old key, with advice', async () => {
    const { orderId, first } = await aFailedRefund();
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(2_500), requestKey: first }),
    ).rejects.toMatchObject({
      code: 'refund_failed_before',
      message: expect.stringContaining('repeat the command with --key and a new value'),
    });
  });
});

describe('28: a staff refund', () => {
  test('clicked twice concurrently is one refund', async () => {
    const { orderId } = await aPaidOrder();
    const click = { orderId, amount: cents(2_000), requestKey: 'form-1' };
    const [one, two] = await Promise.all([requestRefund(shop.deps, click), requestRefund(shop.deps, click)]);
    expect(two.refundId).toBe(one.refundId);
    await inState(orderId, 'succeeded');
  });

  test('by two people concurrently, each for the full amount, is one refund', async () => {
    const { orderId, total } = await aPaidOrder();
    const outcomes = await Promise.allSettled(
      ['ama', 'kofi'].map((who) => requestRefund(shop.deps, { orderId, amount: null, requestKey: who })),
    );
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await inState(orderId, 'succeeded')).map((refund) => refund.amount_cents)).toEqual([total]);
  });

  test('never exceeds the remainder', async () => {
    const { orderId, total } = await aPaidOrder();
    await requestRefund(shop.deps, { orderId, amount: cents(total - 100), requestKey: 'a' });
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(101), requestKey: 'b' }),
    ).rejects.toMatchObject({
      code: 'refund_too_large',
      message: 'Only $1.00 of this payment can still be refunded',
    });
    await requestRefund(shop.deps, { orderId, amount: cents(100), requestKey: 'c' });
    await inState(orderId, 'succeeded', 'succeeded');
  });

  test('needs a payment', async () => {
    const answer = await buy(shop);
    await expect(
      requestRefund(shop.deps, { orderId: answer.orderId, amount: null, requestKey: null }),
    ).rejects.toMatchObject({
      code: 'refund_impossible',
    });
  });

  test('reaches the processor once even when its response is lost', async () => {
    const { orderId, intent } = await aPaidOrder();
    await shop.control('POST', '/control/fail-next', {
      where: 'after',
      how: 'reset',
      match: 'POST /v1/refunds',
    });
    await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'x' });
    await inState(orderId, 'succeeded');
    expect((await stripeOf(shop).refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });
});
