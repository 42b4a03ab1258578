/**
 * Money that an order does not need and whose refund failed: staff find it, and the tool refunds it instead
 * of the needed payment.
 */
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameDecision, requestRefund } from './refunds.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

/** Its refunds succeed at first and fail later. */
const treacherousCard = '4000000000005126';
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
const isPaid = (orderId: string) =>
  until('the order is paid', async () => (await statusOf(shop, orderId)).status === 'paid');
const refundsOf = (paymentId: string) =>
  shop.db
    .selectFrom('refund')
    .select(['amount_cents', 'reason', 'state'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute();
const inState = (paymentId: string, ...states: string[]) =>
  until(`the refunds are ${states.join(', ')}`, async () => {
    const refunds = await refundsOf(paymentId);
    return JSON.stringify(refunds.map(({ state }) => state)) === JSON.stringify(states) && refunds;
  });
const stored = async (paymentId: string) =>
  (await checkInvariants(shop.db))
    .filter(({ subject }) => subject === paymentId)
    .map(({ invariant }) => invariant);
const isStored = ['I4 no order keeps money that it does not need'];
const ask = async (orderId: string) =>
  requestRefund(shop.deps, { orderId, amount: null, requestKey: await nameDecision(shop.db, orderId, null) });

/** A second payment of the same order, open at the processor. */
async function anotherPayment(first: Awaited<ReturnType<typeof paymentsOf>>[number]) {
  const paymentId = freshId('pay');
  const { id: intentRef } = await stripeOf(shop).paymentIntents.create({
    amount: first.amount_cents,
    currency: 'usd',
    metadata: { order_id: first.order_id, payment_id: paymentId },
  });
  const request = JSON.stringify({ ...(first.request as object), paymentId });
  const { order_id, invoice_id, amount_cents } = first;
  await shop.db
    .insertInto('payment')
    .values({
      id: paymentId,
      order_id,
      invoice_id,
      amount_cents,
      request,
      intent_ref: intentRef,
      status: 'open',
    })
    .execute();
  return { paymentId, intentRef };
}

describe('8: a duplicate whose automatic refund failed', () => {
  async function twicePaid() {
    const { orderId, ...answer } = await buy(shop);
    const [first] = await paymentsOf(orderId);
    if (first === undefined) throw new Error('expected a payment');
    // Canceled without asking the processor, as after a stored failure; then both are paid.
    await shop.db.updateTable('payment').set({ status: 'canceled' }).where('id', '=', first.id).execute();
    const second = await anotherPayment(first);
    await confirm(shop, second.intentRef);
    await isPaid(orderId);
    await confirm(shop, intentOf(answer), treacherousCard);
    await inState(first.id, 'succeeded');
    await shop.control('POST', '/control/settle');
    await inState(first.id, 'failed');
    return {
      orderId,
      amount: first.amount_cents,
      duplicate: first.id,
      intentRef: intentOf(answer),
      good: second.paymentId,
    };
  }

  test('breaks an invariant until it is refunded, and the tool refunds the duplicate', async () => {
    const { orderId, amount, duplicate, good } = await twicePaid();
    expect(await stored(duplicate)).toEqual(isStored);
    expect(await ask(orderId)).toMatchObject({ amount, paymentId: duplicate, isNeeded: false });
    await inState(duplicate, 'failed', 'succeeded');
    expect(await stored(duplicate)).toEqual([]);
    expect(await refundsOf(good)).toEqual([]);
  });

  test('balances again when the processor has refunded it, from any source', async () => {
    const { duplicate, intentRef } = await twicePaid();
    await stripeOf(shop).refunds.create({ payment_intent: intentRef });
    await inState(duplicate, 'failed', 'succeeded');
    expect(await stored(duplicate)).toEqual([]);
  });

  test('clicked twice concurrently is one refund, of the duplicate alone', async () => {
    const { orderId, duplicate, good } = await twicePaid();
    const requestKey = await nameDecision(shop.db, orderId, null);
    const click = () => requestRefund(shop.deps, { orderId, amount: null, requestKey });
    const [one, two] = await Promise.all([click(), click()]);
    expect(two).toEqual(one);
    await inState(duplicate, 'failed', 'succeeded');
    expect(await refundsOf(good)).toEqual([]);
  });

  test('refunded by one person does not refund the good payment when the command is repeated a minute later', async () => {
    const { orderId, duplicate, good } = await twicePaid();
    await ask(orderId);
    await inState(duplicate, 'failed', 'succeeded');
    await expect(ask(orderId)).rejects.toMatchObject({
      code: 'refund_ambiguous',
      message: expect.stringContaining(`refund ${good}`),
    });
    expect(await refundsOf(good)).toEqual([]);
    const requestKey = await nameDecision(shop.db, orderId, null, good);
    await requestRefund(shop.deps, { orderId, paymentId: good, amount: null, requestKey });
    await inState(good, 'succeeded');
  });

  test('refunds the payment of the order only when it is named', async () => {
    const { orderId, good } = await twicePaid();
    const options = { orderId, paymentId: good, amount: cents(700) };
    const requestKey = await nameDecision(shop.db, orderId, '7.00', good);
    expect(await requestRefund(shop.deps, { ...options, requestKey })).toMatchObject({
      paymentId: good,
      isNeeded: true,
    });
    expect(await inState(good, 'succeeded')).toMatchObject([{ amount_cents: 700 }]);
    const elsewhere = { ...options, paymentId: 'pay_elsewhere', requestKey: 'elsewhere' };
    await expect(requestRefund(shop.deps, elsewhere)).rejects.toMatchObject({ code: 'refund_impossible' });
  });
});

test('13: parked money with a failed refund, on an order paid otherwise, is found and refunded first', async () => {
  const { orderId, ...answer } = await buy(shop);
  await stripeOf(shop).paymentIntents.update(intentOf(answer), { amount: 6_000 });
  await confirm(shop, intentOf(answer), treacherousCard);
  const [inReview] = await until('the money is parked', async () => {
    const payments = await paymentsOf(orderId);
    return payments[0]?.status === 'review' && payments;
  });
  if (inReview === undefined) throw new Error('expected a payment');
  await ask(orderId);
  await inState(inReview.id, 'succeeded');
  const second = await anotherPayment(inReview);
  await confirm(shop, second.intentRef);
  await isPaid(orderId);
  await shop.control('POST', '/control/settle');
  await inState(inReview.id, 'failed');
  expect(await stored(inReview.id)).toEqual(isStored);
  expect(await ask(orderId)).toMatchObject({ amount: 6_000, paymentId: inReview.id, isNeeded: false });
});
