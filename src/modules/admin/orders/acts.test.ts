/** Staff actions on orders: the effect, the email, and the audit entry of each. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkAuditLog } from '#modules/operations/audit/chain.ts';
import { runBulkAct } from '#modules/admin/bulk/run.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { billingDetails, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let owner: Customer;
let support: Customer;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop();
  owner = await aStaffPerson(shop);
  support = await aStaffPerson(shop, 'support');
  customer = await aCustomer(shop);
  for (const person of [owner, support]) await markFactor(shop, person, 'fresh');
});
afterAll(() => shop.stop());

async function paidOrder(): Promise<string> {
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}
const key = () => ({ 'idempotency-key': randomUUID() });
const refund = (person: Customer, id: string, amount?: number, headers = key()) =>
  person.call(contract.staffRefundOrder, {
    params: { id },
    headers,
    body: amount === undefined ? {} : { amount },
  });
const changesOf = (object: string) =>
  shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('object', '=', object)
    .execute();

test('a completed order shows that, its buyer is notified, and the log has actor, before, and after', async () => {
  const id = await paidOrder();
  expect((await owner.call(contract.staffReadOrder, { params: { id } })).acts).toMatchObject({
    complete: true,
    cancel: false,
    refundAtMost: 149.5,
  });
  const after = await owner.call(contract.staffCompleteOrder, { params: { id } });
  expect(after).toMatchObject({ id, status: 'completed', acts: { complete: false, refundAtMost: 149.5 } });
  expect(await changesOf(id)).toEqual([
    {
      action: 'order_completed',
      actor_id: owner.userId,
      before: { status: 'in_progress' },
      after: { status: 'completed' },
    },
  ]);
  await expect(owner.call(contract.staffCompleteOrder, { params: { id } })).rejects.toMatchObject({
    code: 'order_not_in_progress',
  });
  const { moments } = await owner.call(contract.staffReadOrderStory, { params: { id } });
  expect(moments).toContainEqual(
    expect.objectContaining({
      kind: 'audit',
      title: 'Audit order completed',
      by: { id: owner.userId, name: 'Esi Boateng' },
    }),
  );
  expect(moments).toContainEqual(expect.objectContaining({ kind: 'email', title: 'Email receipt' }));
  expect(moments.at(-1)).toMatchObject({ kind: 'order', title: 'Order placed', amount: 149.5 });
  expect(new Set(moments.map((moment) => moment.key)).size).toBe(moments.length);
});

test('a partial refund is made once per click, however often the request arrives', async () => {
  const id = await paidOrder();
  const headers = key();
  await Promise.all([refund(owner, id, 20, headers), refund(owner, id, 20, headers)]);
  const after = await refund(owner, id, 20, headers);
  expect(after).toMatchObject({ status: 'partially_refunded', refunded: 20, acts: { refundAtMost: 129.5 } });
  await until('the refund has gone back', async () => {
    const found = await shop.db
      .selectFrom('refund')
      .select(['state', 'requested_by'])
      .where('requested_by', '=', owner.userId)
      .execute();
    return found.length === 1 && found[0]?.state === 'succeeded';
  });
  const [entry] = await shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'refund_requested')
    .where('actor_id', '=', owner.userId)
    .execute();
  expect(await changesOf(entry?.object ?? '')).toEqual([
    {
      action: 'refund_requested',
      actor_id: owner.userId,
      before: { refundedCents: 0 },
      after: { refundedCents: 2_000 },
    },
  ]);
  await expect(refund(owner, id, 500)).rejects.toMatchObject({ code: 'refund_too_large' });
  expect(await refund(owner, id)).toMatchObject({
    status: 'refunded',
    refunded: 149.5,
    acts: { refundAtMost: null },
  });
});

test('support refunds up to its limit per order, also in parts', async () => {
  const answer = await buyAs(customer, { productIds: ['ein-filing', 'llc-formation'] as never }).catch(
    () => null,
  );
  const id = answer === null ? await paidOrder() : answer.orderId;
  if (answer !== null) {
    await confirm(shop, intentOf(answer));
    await until('the order is paid', async () => (await statusOf(shop, id)).status === 'paid');
  }
  await shop.db
    .updateTable('payment')
    .set({ amount_cents: 30_000, received_cents: 30_000 })
    .where('order_id', '=', id)
    .execute();
  expect((await support.call(contract.staffReadOrder, { params: { id } })).acts.refundAtMost).toBe(200);
  await expect(refund(support, id, 200.01)).rejects.toMatchObject({
    status: 403,
    code: 'refund_above_limit',
  });
  await expect(refund(support, id)).rejects.toMatchObject({ code: 'refund_above_limit' });
  expect((await refund(support, id, 50)).acts.refundAtMost).toBe(150);
  await expect(refund(support, id, 150.01)).rejects.toMatchObject({ code: 'refund_above_limit' });
  await shop.db
    .updateTable('payment')
    .set({ amount_cents: 14_950, received_cents: 14_950 })
    .where('order_id', '=', id)
    .execute();
});

test('without a fresh code nothing is refunded', async () => {
  const id = await paidOrder();
  await markFactor(shop, support, 'stale');
  await expect(refund(support, id, 1)).rejects.toMatchObject({ status: 403, code: 'fresh_factor_needed' });
  await markFactor(shop, support, 'fresh');
  expect((await refund(support, id, 1)).refunded).toBe(1);
});

test('staff cancel an unpaid order, and the buyer learns the reason', async () => {
  const { orderId: id } = await buyAs(customer);
  expect(await support.call(contract.staffCancelOrder, { params: { id } })).toMatchObject({
    status: 'canceled',
    cancelReason: 'by_staff',
  });
  const email = await until('the email has come', async () =>
    (await emailsTo(shop, billingDetails.email)).find(
      ({ subject, text }) => subject.endsWith('was canceled') && text.includes('We canceled your order'),
    ),
  );
  expect(email.text).not.toContain('in time');
  await expect(support.call(contract.staffCancelOrder, { params: { id } })).rejects.toMatchObject({
    code: 'order_not_on_credit',
  });
});

test('a note appears in the timeline with its author', async () => {
  const id = await paidOrder();
  await support.call(contract.staffNoteOnOrder, {
    params: { id },
    body: { text: '=HYPERLINK("https://evil.example") <img src=x>' },
  });
  const { moments } = await owner.call(contract.staffReadOrderStory, { params: { id } });
  expect(moments).toContainEqual(
    expect.objectContaining({
      kind: 'note',
      detail: '=HYPERLINK("https://evil.example") <img src=x>',
      by: { id: support.userId, name: 'Esi Boateng' },
    }),
  );
});

test('an email is resent, and remains one receipt', async () => {
  const id = await paidOrder();
  const receipt = await shop.db
    .selectFrom('mail')
    .select(['id', 'subject'])
    .where('order_id', '=', id)
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow();
  const resend = await support.call(contract.staffSendEmailAgain, {
    params: { id: receipt.id },
    headers: key(),
  });
  expect(resend).toMatchObject({ kind: 'send_email_again', state: 'waiting', total: 1 });
  // As its job does after eight seconds.
  await runBulkAct(shop.deps, resend.id, { number: 1, signal: new AbortController().signal });
  const copies = shop.db
    .selectFrom('mail')
    .select(['kind', 'to_address', 'attached_document', 'sent_at'])
    .where('copy_of', '=', receipt.id);
  await until('it has left', async () => (await copies.execute()).every(({ sent_at: at }) => at !== null));
  expect(await copies.execute()).toEqual([
    {
      kind: 'copy',
      to_address: billingDetails.email,
      attached_document: expect.stringMatching(/^inv_/),
      sent_at: expect.any(Date),
    },
  ]);
  const unknown = { params: { id: `mail_${'A'.repeat(22)}` }, headers: key() };
  await expect(support.call(contract.staffSendEmailAgain, unknown)).rejects.toMatchObject({ status: 404 });
});

test('an order is placed for a customer once per click, and paid by its link', async () => {
  const headers = key();
  const body = {
    customerId: customer.userId,
    productIds: ['ein-filing'],
    couponCode: 'WELCOME10',
    billing: billingDetails,
  };
  const placed = await support.call(contract.staffCreateOrder, { headers, body });
  expect(placed).toMatchObject({
    status: 'awaiting_payment',
    customerId: customer.userId,
    total: 134.55,
    couponCode: 'WELCOME10',
    acts: { sendLink: true },
  });
  expect((await support.call(contract.staffCreateOrder, { headers, body })).id).toBe(placed.id);
  const links = async () =>
    (await emailsTo(shop, billingDetails.email)).filter(
      ({ subject }) => subject === `Your order ${placed.number} is ready to pay`,
    );
  const [email] = await until('the link has come', async () =>
    (await links()).length > 0 ? links() : false,
  );
  expect(email?.text).toContain(`http://shop.example/checkout?orderId=${placed.id}`);
  expect(await links()).toHaveLength(1);
  const paid = await customer.call(contract.purchaseOrder, { headers: key(), body: { orderId: placed.id } });
  await confirm(shop, intentOf(paid));
  await until('it is paid', async () => (await statusOf(shop, placed.id)).status === 'paid');
  await expect(
    support.call(contract.staffSendOrderLink, { params: { id: placed.id } }),
  ).rejects.toMatchObject({
    code: 'order_not_payable',
  });
});

test('afterwards the audit log and its changes verify, and every invariant holds', async () => {
  expect((await checkAuditLog(shop.deps)).violations).toEqual([]);
  await shop.db
    .updateTable('audit_change')
    .set({ after: JSON.stringify({ status: 'canceled' }) })
    .where('after', '@>', JSON.stringify({ status: 'completed' }))
    .execute();
  expect((await checkAuditLog(shop.deps)).violations).toMatchObject([
    { detail: 'does not match its audit entry' },
  ]);
  await shop.db.deleteFrom('audit_change').execute();
  expect(
    (await checkAuditLog(shop.deps)).violations,
    'what is deleted proves nothing and breaks nothing',
  ).toEqual([]);
  expect(await checkInvariants(shop.db)).toEqual([]);
});
