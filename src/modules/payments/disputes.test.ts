/**
 * 29: the buyer's bank takes a payment back: opened, won, lost, beside refunds, with events in any order. The
 * order keeps its status.
 */
import { cents, formatMoney } from '#kernel/money.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { deliver, eventsOf, settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyDispute } from './apply-refund.ts';
import { requestRefund, sendRefund } from './refunds.ts';

let shop: Shop;
let shopWithoutWebhooks: Shop;
beforeAll(async () => {
  shop = await aShop();
  shopWithoutWebhooks = await aShop({ webhooks: false });
});
afterEach(() => shop.control('POST', '/control/webhooks', {}));
afterAll(() => Promise.all([shop.stop(), shopWithoutWebhooks.stop()]));

type Paid = { orderId: string; intent: string; total: number };

async function aPaidOrder(at: Shop, card?: string): Promise<Paid> {
  const answer = await buy(at);
  await confirm(at, intentOf(answer), card);
  await until('the order is paid', async () => (await statusOf(at, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent: intentOf(answer), total: Math.round(answer.total * 100) };
}
const dispute = async (
  at: Shop,
  intent: string,
  options: { amount?: number; reason?: string } = {},
): Promise<string> =>
  ((await at.control('POST', '/control/disputes', { payment_intent: intent, ...options })) as { id: string })
    .id;
const decide = (at: Shop, disputeRef: string, outcome: 'won' | 'lost') =>
  at.control('POST', `/control/disputes/${disputeRef}/close`, { outcome });

const rowOf = (at: Shop, disputeRef: string) =>
  at.db
    .selectFrom('dispute')
    .select(['amount_cents', 'status', 'reason', 'withdrawn', 'closed'])
    .where('dispute_ref', '=', disputeRef)
    .executeTakeFirst();
const recorded = (at: Shop, disputeRef: string, status: string) =>
  until(`the dispute is ${status} here`, async () => {
    const row = await rowOf(at, disputeRef);
    return row?.status === status && row;
  });
const alarmsAbout = (at: Shop, subject: string) =>
  at.db.selectFrom('alarm').select(['kind', 'detail']).where('subject', '=', subject).execute();
const refundsOf = (at: Shop, orderId: string) =>
  at.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['refund.id', 'refund.state', 'refund.amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('refund.created_at')
    .execute();
const handled = (at: Shop, disputeRef: string, atLeast: number) =>
  until('all news of the dispute is handled', async () => {
    const events = await at.db
      .selectFrom('webhook_inbox')
      .select('done_at')
      .where('object_ref', '=', disputeRef)
      .execute();
    return events.length >= atLeast && events.every((event) => event.done_at !== null);
  });

describe('29: a dispute', () => {
  test('that opens is recorded with one alarm, and the order stays paid', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    const ref = await dispute(shop, intent, { reason: 'product_not_received' });
    await handled(shop, ref, 2);
    expect(await rowOf(shop, ref)).toEqual({
      amount_cents: total,
      status: 'needs_response',
      reason: 'product_not_received',
      withdrawn: true,
      closed: false,
    });
    expect(await alarmsAbout(shop, ref)).toEqual([
      {
        kind: 'dispute_opened',
        detail: `${formatMoney(cents(total))} of order ${orderId} is disputed (product not received): respond at the payment processor`,
      },
    ]);
    expect((await statusOf(shop, orderId)).status).toBe('paid');
  });

  test('that is won returns the money, and the payment may be refunded', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    const ref = await dispute(shop, intent);
    await recorded(shop, ref, 'needs_response');
    await decide(shop, ref, 'won');
    expect(await recorded(shop, ref, 'won')).toMatchObject({ withdrawn: false, closed: true });
    await handled(shop, ref, 5);
    expect(await alarmsAbout(shop, ref)).toHaveLength(1);
    expect((await statusOf(shop, orderId)).status).toBe('paid');
    expect((await requestRefund(shop.deps, { orderId, amount: null, requestKey: null })).amount).toBe(total);
  });

  test('that is lost leaves the money withdrawn, and the order paid', async () => {
    const { orderId, intent } = await aPaidOrder(shop);
    const ref = await dispute(shop, intent);
    await decide(shop, ref, 'lost');
    expect(await recorded(shop, ref, 'lost')).toMatchObject({ withdrawn: true, closed: true });
    await handled(shop, ref, 4);
    expect(await alarmsAbout(shop, ref)).toHaveLength(1);
    expect((await statusOf(shop, orderId)).status).toBe('paid');
    await expect(requestRefund(shop.deps, { orderId, amount: null, requestKey: null })).rejects.toMatchObject(
      { code: 'payment_disputed' },
    );
  });

  test('triggered by a test card is followed like any other', async () => {
    const { intent } = await aPaidOrder(shop, '4000000000000259');
    await shop.control('POST', '/control/settle');
    const [opened] = (await stripeOf(shop).disputes.list({ payment_intent: intent })).data;
    expect(await recorded(shop, opened?.id ?? '', 'needs_response')).toMatchObject({ reason: 'fraudulent' });
  });

  test('of a payment that is not ours changes nothing', async () => {
    const unknownIntent = await stripeOf(shop).paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
    });
    await confirm(shop, unknownIntent.id);
    const ref = await dispute(shop, unknownIntent.id);
    await handled(shop, ref, 2);
    expect(await rowOf(shop, ref)).toBeUndefined();
    expect(await alarmsAbout(shop, ref)).toEqual([]);
  });
});

describe('29: with refunds', () => {
  test('a refunded order can still be disputed, and the alarm names the evidence', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'all' });
    await until('the refund is made', async () => (await refundsOf(shop, orderId))[0]?.state === 'succeeded');
    const ref = await dispute(shop, intent, { reason: 'credit_not_processed' });
    expect(await recorded(shop, ref, 'needs_response')).toMatchObject({
      amount_cents: total,
      withdrawn: true,
    });
    expect((await alarmsAbout(shop, ref))[0]?.detail).toContain(
      `${formatMoney(cents(total))} was refunded earlier; include it as evidence`,
    );
    await decide(shop, ref, 'won');
    await recorded(shop, ref, 'won');
    expect((await statusOf(shop, orderId)).status).toBe('paid');
    expect(await refundsOf(shop, orderId)).toMatchObject([{ state: 'succeeded', amount_cents: total }]);
    await expect(
      requestRefund(shop.deps, { orderId, amount: null, requestKey: 'again' }),
    ).rejects.toMatchObject({
      code: 'refund_impossible',
    });
  });

  test('a partly refunded order disputed for the rest has nothing left to refund', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    await stripeOf(shop).refunds.create({ payment_intent: intent, amount: 4_000 });
    await until(
      'the refund is known',
      async () => (await refundsOf(shop, orderId))[0]?.state === 'succeeded',
    );
    const ref = await dispute(shop, intent, { amount: total - 4_000 });
    await recorded(shop, ref, 'needs_response');
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(100), requestKey: null }),
    ).rejects.toMatchObject({
      code: 'payment_disputed',
    });
  });

  test('staff cannot refund charged-back money, and read why', async () => {
    const { orderId, intent } = await aPaidOrder(shop);
    await recorded(shop, await dispute(shop, intent), 'needs_response');
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(500), requestKey: 'a' }),
    ).rejects.toMatchObject({
      code: 'payment_disputed',
      status: 409,
      message:
        'The customer disputed this payment and the bank has taken the money back. It can only be refunded if the dispute is won',
    });
    expect(await refundsOf(shop, orderId)).toEqual([]);
  });

  test('staff can refund the rest after a smaller dispute, and no more', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    await recorded(shop, await dispute(shop, intent, { amount: total - 1_000 }), 'needs_response');
    await expect(
      requestRefund(shop.deps, { orderId, amount: cents(1_001), requestKey: 'a' }),
    ).rejects.toMatchObject({
      code: 'refund_too_large',
      message: expect.stringContaining(
        'Only $10.00 of this payment can still be refunded: the bank has taken',
      ),
    });
    expect((await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'b' })).amount).toBe(1_000);
    await until('the refund is made', async () => (await refundsOf(shop, orderId))[0]?.state === 'succeeded');
  });

  test('a refund requested before the dispute arrived ends with an alarm, and blocks nothing after a win', async () => {
    const { orderId, intent, total } = await aPaidOrder(shop);
    await settleWebhooks(shop);
    await shop.control('POST', '/control/webhooks', { mode: 'hold' });
    const ref = await dispute(shop, intent);
    const { refundId } = await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'a' });
    await until(
      'the refund is given up',
      async () => (await refundsOf(shop, orderId))[0]?.state === 'failed',
    );
    expect(await alarmsAbout(shop, refundId)).toMatchObject([
      { kind: 'refund_failed', detail: expect.stringContaining('has been charged back') },
    ]);
    await decide(shop, ref, 'won');
    await shop.control('POST', '/control/webhooks', { mode: 'release' });
    await recorded(shop, ref, 'won');
    expect((await requestRefund(shop.deps, { orderId, amount: null, requestKey: 'b' })).amount).toBe(total);
  });

  test('an abandoned refund that exists after all counts', async () => {
    const { orderId, intent } = await aPaidOrder(shop);
    const { refundId, amount } = await requestRefund(shop.deps, {
      orderId,
      amount: cents(700),
      requestKey: 'a',
    });
    await until('the refund is made', async () => (await refundsOf(shop, orderId))[0]?.state === 'succeeded');
    const clearRef = shop.db
      .updateTable('refund')
      .set({ state: 'failed', refund_ref: null })
      .where('id', '=', refundId);
    // Other events about the refund may use the same rows, and PostgreSQL may choose this transaction as the
    // deadlock victim.
    await until('the refund is given up', () =>
      clearRef.execute().then(
        () => true,
        () => false,
      ),
    );
    const [remoteRefund] = (await stripeOf(shop).refunds.list({ payment_intent: intent })).data;
    await stripeOf(shop).refunds.update(remoteRefund?.id ?? '', {
      metadata: { note: 'so that it is sent again' },
    });
    await until(
      'the refund is found',
      async () => (await refundsOf(shop, orderId))[0]?.state === 'succeeded',
    );
    expect(await refundsOf(shop, orderId)).toMatchObject([{ amount_cents: amount }]);
    await sendRefund(shop.deps, refundId);
    expect((await stripeOf(shop).refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });
});

describe('29: dispute events', () => {
  test('duplicated, concurrent, and reversed end in the true state, with one alarm', async () => {
    const { orderId, intent } = await aPaidOrder(shop);
    await settleWebhooks(shop);
    await shop.control('POST', '/control/webhooks', { mode: 'hold', duplicate: 3 });
    const ref = await dispute(shop, intent);
    await decide(shop, ref, 'won');
    await shop.control('POST', '/control/webhooks', { mode: 'release', duplicate: 3, order: 'reverse' });
    await handled(shop, ref, 5);
    expect(await rowOf(shop, ref)).toMatchObject({ status: 'won', withdrawn: false, closed: true });
    const raised = await alarmsAbout(shop, ref);
    expect(raised).toHaveLength(1);
    expect(raised[0]?.detail).toContain('decided already: won');
    expect((await statusOf(shop, orderId)).status).toBe('paid');
  });

  test('read before the decision and arriving after it do not undo it', async () => {
    const { intent } = await aPaidOrder(shopWithoutWebhooks);
    const ref = await dispute(shopWithoutWebhooks, intent);
    const slow = aSlowLine(shopWithoutWebhooks.deps);
    const lateApply = applyDispute(slow.deps, ref);
    await slow.hasRead;
    await decide(shopWithoutWebhooks, ref, 'won');
    await applyDispute(shopWithoutWebhooks.deps, ref);
    slow.arrive();
    await lateApply;
    expect(await rowOf(shopWithoutWebhooks, ref)).toMatchObject({
      status: 'won',
      withdrawn: false,
      closed: true,
    });
    expect(await alarmsAbout(shopWithoutWebhooks, ref)).toHaveLength(1);
  });

  test('that precede the payment event settle the order first', async () => {
    const answer = await buy(shopWithoutWebhooks);
    await confirm(shopWithoutWebhooks, intentOf(answer));
    await shopWithoutWebhooks.db
      .updateTable('payment')
      .set({ status: 'creating', intent_ref: null })
      .where('order_id', '=', answer.orderId)
      .execute();
    const ref = await dispute(shopWithoutWebhooks, intentOf(answer));
    for (const event of (await eventsOf(shopWithoutWebhooks, ref)).reverse())
      expect((await deliver(shopWithoutWebhooks, event)).status).toBe(200);
    expect(await recorded(shopWithoutWebhooks, ref, 'needs_response')).toMatchObject({ withdrawn: true });
    expect((await statusOf(shopWithoutWebhooks, answer.orderId)).status).toBe('paid');
  });
});

/** The shop's own gateway, with a delayed response to the first dispute read. */
function aSlowLine(deps: Deps): { deps: Deps; hasRead: Promise<void>; arrive(): void } {
  const [read, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const readDispute: Deps['gateway']['readDispute'] = async (disputeRef) => {
    const remote = await deps.gateway.readDispute(disputeRef);
    read.resolve();
    await arrived.promise;
    return remote;
  };
  return {
    deps: { ...deps, gateway: { ...deps.gateway, readDispute } },
    hasRead: read.promise,
    arrive: () => arrived.resolve(),
  };
}

test('each dispute and refund above is logged once in the audit log', async () => {
  const rowsOf = async (object: string, action: string): Promise<number> =>
    (
      await shop.db
        .selectFrom('audit_log')
        .select('id')
        .where('object', '=', object)
        .where('action', '=', action)
        .execute()
    ).length;
  const disputes = await shop.db.selectFrom('dispute').select('dispute_ref').execute();
  const atProcessor = await shop.db
    .selectFrom('refund')
    .select('id')
    .where('reason', '=', 'processor')
    .execute();
  expect(Math.min(disputes.length, atProcessor.length)).toBeGreaterThan(0);
  for (const { dispute_ref: disputeRef } of disputes)
    expect(await rowsOf(disputeRef, 'dispute_opened')).toBe(1);
  for (const { id } of atProcessor) expect(await rowsOf(id, 'refund_at_processor')).toBe(1);
});
