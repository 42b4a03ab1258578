/** Canceling and refunding a paid order in one step: money, subscriptions, Net 30, emails, races. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { finishCancellation } from '#modules/fulfillment/cancel-sale.ts';
import { accountOf, aPaidInvoice } from '#test/builders/credit-buyer.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import { atProcessor, buySubscription, read } from '#test/builders/subscription.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let owner: Customer;
let manager: Customer;
let support: Customer;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  manager = await aStaffPerson(shop, 'manager');
  support = await aStaffPerson(shop, 'support');
  customer = await aCustomer(shop);
  for (const person of [owner, manager, support]) await markFactor(shop, person, 'fresh');
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  await shop.stop();
});

async function paidOrder(productIds?: string[]): Promise<{ id: string; intent: string; total: number }> {
  const answer = await buyAs(customer, productIds === undefined ? {} : ({ productIds } as never));
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { id: answer.orderId, intent: intentOf(answer), total: answer.total };
}

type Refund = Parameters<typeof send>[2];
const send = (
  person: Customer,
  id: string,
  refund:
    | { by: 'all' }
    | { by: 'nothing' }
    | { by: 'lines'; productIds: string[] }
    | { by: 'amount'; amount: number },
  { key = randomUUID() as string, notify = true } = {},
) =>
  person.call(contract.staffCancelSale, {
    params: { id },
    headers: { 'idempotency-key': key },
    body: { reason: 'The customer asked', notify, refund },
  });
const factsOf = (id: string) => owner.call(contract.staffReadOrder, { params: { id } });
const refundsOf = (id: string) =>
  shop.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['refund.amount_cents', 'refund.state'])
    .where('order_id', '=', id)
    .orderBy('refund.created_at')
    .execute();
const sentBack = (id: string, amounts: number[]) =>
  until('the refunds are through', async () => {
    const found = await refundsOf(id);
    return (
      found.every(({ state }) => state === 'succeeded') &&
      found.map((refund) => refund.amount_cents).toString() === amounts.toString()
    );
  });
const mailsOf = async (id: string) =>
  (
    await shop.db.selectFrom('mail').select('kind').where('order_id', '=', id).orderBy('created_at').execute()
  ).map(({ kind }) => kind);

test('a full refund in one step: the order shows refunded, leaves the work list, and its customer is notified', async () => {
  const { id, total } = await paidOrder();
  expect((await factsOf(id)).acts).toMatchObject({
    complete: true,
    cancel: false,
    cancelSale: { refundAtMost: total, isAll: true },
  });
  const after = await send(owner, id, { by: 'all' });
  expect(after).toMatchObject({ status: 'refunded', refunded: total, cancelReason: 'The customer asked' });
  expect(after.acts).toMatchObject({ complete: false, cancel: false, cancelSale: null, refundAtMost: null });
  await sentBack(id, [total * 100]);
  await expect(owner.call(contract.staffCompleteOrder, { params: { id } })).rejects.toMatchObject({
    code: 'order_not_in_progress',
  });
  const seen = await customer.call(contract.readOrder, { params: { id } });
  expect(seen.status).toBe('refunded');
  expect(seen.history.map(({ event }) => event)).toContain('stopped');
  await until('the emails are written', async () => (await mailsOf(id)).includes('refunded'));
  const mail = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('order_id', '=', id)
    .where('kind', '=', 'order_canceled')
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain('$149.50 goes back to the card you paid with');
  const audit = await shop.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('object', '=', id)
    .where('action', '=', 'sale_canceled')
    .execute();
  expect(audit).toEqual([{ actor_id: owner.userId }]);
  const work = await owner.call(contract.staffListOrders, { query: { view: 'in_progress' } as never });
  expect(work.rows.map((row) => row.id)).not.toContain(id);
});

test('a line is refunded at its cost, without an email where staff chose so', async () => {
  const { id, total } = await paidOrder(['ein-filing', 'itin-application']);
  const { items } = await factsOf(id);
  const line = items.find(({ productId }) => productId === 'ein-filing')?.total ?? 0;
  const after = await send(owner, id, { by: 'lines', productIds: ['ein-filing'] }, { notify: false });
  expect(after).toMatchObject({ status: 'canceled', refunded: line });
  expect(line).toBeLessThan(total);
  await sentBack(id, [line * 100]);
  expect((await customer.call(contract.readOrder, { params: { id } })).status).toBe('canceled');
  expect(await mailsOf(id)).not.toEqual(expect.arrayContaining(['order_canceled']));
  expect(await mailsOf(id)).not.toEqual(expect.arrayContaining(['refunded']));
});

test('two clicks and two people make one cancellation', async () => {
  const { id } = await paidOrder();
  const key = randomUUID();
  const refund: Refund = { by: 'amount', amount: 20 };
  const presses = [
    send(owner, id, refund, { key }),
    send(owner, id, refund, { key }),
    send(manager, id, refund),
  ];
  const outcomes = await Promise.allSettled(presses);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  // Either both requests with the same key succeed, or only the other person's.
  expect([1, 2]).toContain(refused.length);
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'order_canceled_before' } });
  await sentBack(id, [2_000]);
});

test('a pending refund is not refunded twice', async () => {
  const { id, total } = await paidOrder();
  const headers = { 'idempotency-key': randomUUID() };
  await owner.call(contract.staffRefundOrder, { params: { id }, headers, body: { amount: 20 } });
  await expect(send(owner, id, { by: 'amount', amount: total })).rejects.toMatchObject({
    code: 'refund_too_large',
  });
  await send(owner, id, { by: 'all' });
  await sentBack(id, [2_000, total * 100 - 2_000]);
});

test('an order that was refunded in full is canceled without a refund', async () => {
  const { id, total } = await paidOrder();
  await owner.call(contract.staffRefundOrder, {
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: {},
  });
  expect((await factsOf(id)).acts.cancelSale).toEqual({ refundAtMost: 0, isAll: true });
  await send(owner, id, { by: 'nothing' });
  await sentBack(id, [total * 100]);
  expect((await factsOf(id)).acts).toMatchObject({ complete: false, cancelSale: null });
});

test('support cancels up to its limit, and a refund of 0 shows that', async () => {
  const { id } = await paidOrder(['wyoming-llc']);
  const { acts } = await support.call(contract.staffReadOrder, { params: { id } });
  expect(acts.cancelSale).toEqual({ refundAtMost: 200, isAll: false });
  await expect(send(support, id, { by: 'all' })).rejects.toMatchObject({ code: 'refund_above_limit' });
  await expect(send(support, id, { by: 'amount', amount: 0 })).rejects.toMatchObject({
    message: 'The refund must be at least $0.01',
  });
  expect(await refundsOf(id)).toEqual([]);
  expect(await send(support, id, { by: 'amount', amount: 200 })).toMatchObject({
    status: 'canceled',
    refunded: 200,
  });
});

test('disputed money is not refunded, and the order shows its deadline to support', async () => {
  const { id, intent } = await paidOrder();
  const { id: disputeRef } = (await shop.control('POST', '/control/disputes', {
    payment_intent: intent,
  })) as { id: string };
  await until('it is disputed', async () => (await factsOf(id)).status === 'disputed');
  const { disputes, acts } = await support.call(contract.staffReadOrder, { params: { id } });
  expect(disputes).toEqual([
    expect.objectContaining({
      id: disputeRef,
      isClosed: false,
      needsAnswer: true,
      answerBy: expect.any(String),
    }),
  ]);
  expect(acts.cancelSale).toEqual({ refundAtMost: 0, isAll: true });
  await expect(send(owner, id, { by: 'amount', amount: 1 })).rejects.toMatchObject({
    code: 'refund_too_large',
  });
  await send(owner, id, { by: 'all' });
  expect(await refundsOf(id)).toEqual([]);
  expect((await factsOf(id)).status).toBe('disputed');
});

test('a subscription of the order ends at the processor, and its owner gets one email about everything', async () => {
  const bought = await buySubscription(shop, { customer });
  await until('it has started', async () => (await read(shop, bought)).status === 'active');
  await send(owner, bought.orderId, { by: 'all' });
  expect(await read(shop, bought)).toMatchObject({ status: 'ended', endReason: 'by_staff' });
  await until('it has ended at the processor', async () =>
    (await atProcessor(shop, bought)).every(({ status }) => status === 'canceled'),
  );
  const kinds = await mailsOf(bought.orderId);
  expect(kinds.filter((kind) => kind === 'order_canceled')).toHaveLength(1);
  expect(kinds).not.toContain('subscription_ended');
});

test('on Net 30 payments are refunded, the invoices are closed, and the credit is released', async () => {
  const { person, orderId } = await aPaidInvoice(shop);
  expect((await factsOf(orderId)).acts).toMatchObject({ cancel: false, cancelSale: { isAll: true } });
  await expect(send(owner, orderId, { by: 'nothing' })).rejects.toMatchObject({ code: 'order_has_payments' });
  await send(owner, orderId, { by: 'all' });
  await until('the order is closed', async () => {
    // As its job does, at any time.
    await finishCancellation(shop.deps, orderId).catch(() => undefined);
    const order = await shop.db
      .selectFrom('shop_order')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return order.status === 'canceled';
  });
  expect(await accountOf(person)).toMatchObject({ owed: 0, held: 0, availableCredit: 500 });
});

test('a job that crashes and runs again changes nothing more', async () => {
  const { id, total } = await paidOrder();
  await send(owner, id, { by: 'all' });
  await sentBack(id, [total * 100]);
  await finishCancellation(shop.deps, id);
  await finishCancellation(shop.deps, id);
  expect(await refundsOf(id)).toHaveLength(1);
});
