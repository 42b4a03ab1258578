/**
 * What a customer sees and receives on a refund: each change once, with its date, its email and, for a
 * completed refund, its credit note.
 */
import { moneyOf, noMoney } from '#modules/payments/activity.ts';
import { shownStatus } from '#modules/checkout/own-orders/view-rules.ts';
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { describeStory, readOrderStory } from '#modules/admin/order-story.ts';
import { applyDispute, applyRefund } from '#modules/payments/apply-refund.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { RefundState } from '#ports/payment-gateway.ts';
import { billingDetails, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { attachmentsOf, emailsTo, mailboxOf, type ReceivedEmail } from '#test/emails.ts';
import { textOf } from '#test/pdf-text.ts';
import { until } from '#test/until.ts';
import { eventsOf, settleWebhooks, stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop();
  customer = await aCustomer(shop);
});
afterAll(() => shop.stop());

let buyers = 0;
type Paid = { orderId: string; intent: string; email: string; number: string };
/** Each with a separate address, so that its emails can be counted. */
async function aPaidOrder(card?: string): Promise<Paid> {
  buyers += 1;
  const email = `buyer${buyers}@example.com`;
  const answer = await buyAs(customer, { billingDetails: { ...billingDetails, email } });
  await confirm(shop, intentOf(answer), card);
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  const { number } = await orderOf(answer.orderId);
  return { orderId: answer.orderId, intent: intentOf(answer), email, number };
}
const orderOf = (id: string) => customer.call(contract.readOrder, { params: { id } });
const historyOf = async (id: string): Promise<string[]> =>
  (await orderOf(id)).history.map(({ event, amount }) => (amount === null ? event : `${event} ${amount}`));
const inHistory = (id: string, event: string) =>
  until(`${event} is in the history`, async () =>
    (await historyOf(id)).some((entry) => entry.startsWith(event)),
  );
const notesOf = (orderId: string) =>
  shop.db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'invoice_id')
    .select(['credit_note.id', 'credit_note.number', 'credit_note.status', 'credit_note.amount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('credit_note.number')
    .execute();
/**
 * The queued subjects in order, without the receipt, once all of them and nothing else have arrived. Several
 * are sent at a time.
 */
async function subjectsTo({ orderId, email }: Paid): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('mail')
    .select('subject')
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  const queued = rows.map(({ subject }) => subject);
  const arrived = (await emailsTo(shop, email, queued.length)).map(({ subject }) => subject);
  expect(arrived.toSorted()).toEqual(queued.toSorted());
  return queued.filter((subject) => !subject.includes('receipt'));
}
const emailTo = async ({ email }: Paid, subject: string): Promise<ReceivedEmail> =>
  until(`"${subject}" has arrived`, async () =>
    (await mailboxOf(shop, email)).find((email) => email.subject === subject),
  );

/** The shop with a processor that reports this state for a refund. */
const withRefund = (paid: Paid, refundRef: string, state: RefundState): Deps => {
  const readRefund = async () => ({
    refundRef,
    refundId: null,
    intentRef: paid.intent,
    amount: cents(2_000),
    state,
  });
  return { ...shop.deps, gateway: { ...shop.deps.gateway, readRefund } };
};

describe('a receipt', () => {
  test('has the invoice as a PDF, rendered when it is sent: the outbox stores its reference', async () => {
    const paid = await aPaidOrder();
    const [receipt] = await emailsTo(shop, paid.email);
    const [invoice] = (await orderOf(paid.orderId)).invoices;
    const [file, ...others] = await attachmentsOf(shop, receipt as ReceivedEmail);
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: `${invoice?.number}.pdf`, type: 'application/pdf' });
    expect((await textOf(file?.content ?? Buffer.of()))[0]).toContain(`Invoice ${invoice?.number}`);
    const row = await shop.db
      .selectFrom('mail')
      .selectAll()
      .where('order_id', '=', paid.orderId)
      .executeTakeFirstOrThrow();
    expect(row.attached_document).toBe(invoice?.id);
    expect(JSON.stringify(row).length).toBeLessThan(30_000);
  });
});

describe('a refund', () => {
  test('is announced once with its credit note, after any number of duplicate reports', async () => {
    const paid = await aPaidOrder();
    const noteId = await refundOf(shop, paid.orderId);
    const [refund] = (await stripeOf(shop).refunds.list({ payment_intent: paid.intent })).data;
    const events = await eventsOf(shop, refund?.id ?? '');
    for (const { id } of events) await shop.control('POST', `/control/events/${id}/resend`);
    await Promise.all(Array.from({ length: 5 }, () => applyRefund(shop.deps, refund?.id ?? '')));
    const [note, ...others] = await notesOf(paid.orderId);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ id: noteId, status: 'issued', amount_cents: 14_950 });
    expect(await historyOf(paid.orderId)).toEqual([
      'placed',
      'paid 149.5',
      'in_progress',
      'refund_started 149.5',
      'refunded 149.5',
    ]);
    const { history, status } = await orderOf(paid.orderId);
    expect(status).toBe('refunded');
    expect(history.at(-1)?.creditNote).toEqual({ id: noteId, number: note?.number, status: 'issued' });
    const email = await emailTo(paid, `We refunded $149.50 for order ${paid.number}`);
    expect(email.text).toContain(
      `We refunded your order ${paid.number} in full: $149.50. The money goes to the card you paid with.`,
    );
    expect(email.text).toContain(`http://shop.example/credit-notes/${noteId}`);
    const [file] = await attachmentsOf(shop, email);
    expect(file).toMatchObject({ name: `${note?.number}.pdf`, type: 'application/pdf' });
    expect((await textOf(file?.content ?? Buffer.of()))[0]).toContain(`Credit note ${note?.number}`);
    expect(await subjectsTo(paid)).toEqual([email.subject]);
  });

  test('from the dashboard that is pending is announced, and credited only when it succeeds', async () => {
    const paid = await aPaidOrder('4000000000007726');
    await stripeOf(shop).refunds.create({ payment_intent: paid.intent, amount: 2_000 });
    await inHistory(paid.orderId, 'refund_started');
    expect(await notesOf(paid.orderId)).toEqual([]);
    expect(await subjectsTo(paid)).toEqual(['Your refund of $20.00 is on its way']);
    await shop.control('POST', '/control/settle');
    await inHistory(paid.orderId, 'refunded');
    expect(await notesOf(paid.orderId)).toMatchObject([{ status: 'issued', amount_cents: 2_000 }]);
    expect(await subjectsTo(paid)).toEqual([
      'Your refund of $20.00 is on its way',
      `We refunded $20.00 for order ${paid.number}`,
    ]);
    expect((await orderOf(paid.orderId)).status).toBe('partially_refunded');
  });

  test('that is pending and then fails never gets a credit note or a number', async () => {
    const paid = await aPaidOrder();
    const last = () =>
      shop.db.selectFrom('document_number').select('last').where('series', '=', 'CN').execute();
    const before = await last();
    await applyRefund(withRefund(paid, 're_pending', 'pending'), 're_pending');
    await applyRefund(withRefund(paid, 're_pending', 'failed'), 're_pending');
    expect(await notesOf(paid.orderId)).toEqual([]);
    expect(await last()).toEqual(before);
    expect((await historyOf(paid.orderId)).slice(3)).toEqual(['refund_started 20', 'refund_failed 20']);
    expect(await subjectsTo(paid)).toEqual([
      'Your refund of $20.00 is on its way',
      'Your refund of $20.00 could not be completed',
    ]);
    expect((await orderOf(paid.orderId)).status).toBe('in_progress');
  });

  test('that fails after success voids its credit note; late reports change nothing; the next gets a new number', async () => {
    const paid = await aPaidOrder();
    for (const state of ['succeeded', 'failed', 'succeeded', 'pending'] as const)
      await applyRefund(withRefund(paid, 're_back', state), 're_back');
    const [void_] = await notesOf(paid.orderId);
    expect(void_).toMatchObject({ status: 'void', amount_cents: 2_000 });
    expect(await shop.call(contract.readCreditNote, { params: { id: void_?.id ?? '' } })).toMatchObject({
      status: 'void',
      voidedAt: expect.stringContaining('T'),
    });
    const failed = await emailTo(paid, 'Your refund of $20.00 could not be completed');
    expect(failed.text).toContain(`Credit note ${void_?.number} is void.`);
    expect(await attachmentsOf(shop, failed)).toEqual([]);
    await refundOf(shop, paid.orderId, cents(2_000));
    expect((await notesOf(paid.orderId)).map(({ status }) => status)).toEqual(['void', 'issued']);
    const [invoice] = (await orderOf(paid.orderId)).invoices;
    const { credited, refunds } = await shop.call(contract.readInvoice, {
      params: { id: invoice?.id ?? '' },
    });
    expect([credited, refunds.length]).toEqual([20, 1]);
    expect((await historyOf(paid.orderId)).slice(3)).toEqual([
      ...['refund_started 20', 'refunded 20', 'refund_failed 20'],
      ...['refund_started 20', 'refunded 20'],
    ]);
    const story = describeStory(
      (await readOrderStory(shop.db, paid.orderId)) ?? { head: [], events: [] },
    ).join('\n');
    for (const part of [
      `credit note ${void_?.number}  void  $20.00`,
      'credit note issued',
      'credit note void',
      'history refund_failed',
    ])
      expect(story).toContain(part);
  });

  test('for a deleted account is credited, without an email', async () => {
    const paid = await aPaidOrder();
    await emailsTo(shop, paid.email);
    await shop.db
      .updateTable('shop_order')
      .set({ email: 'deleted@account.invalid' })
      .where('id', '=', paid.orderId)
      .execute();
    await refundOf(shop, paid.orderId);
    expect(await notesOf(paid.orderId)).toHaveLength(1);
    const kinds = await shop.db
      .selectFrom('mail')
      .select('kind')
      .where('order_id', '=', paid.orderId)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['receipt']);
  });

  test('of many concurrently: numbers have no gap, although some transactions roll back at the end', async () => {
    const orders = [];
    for (let index = 0; index < 8; index += 1) orders.push(await aPaidOrder());
    const broken: Deps = {
      ...shop.deps,
      settlement: {
        ...shop.deps.settlement,
        // After the credit note number is assigned, and before the commit.
        refundMoved: [
          ...shop.deps.settlement.refundMoved,
          async () => Promise.reject(new Error('the process died here')),
        ],
      },
    };
    await Promise.all(
      orders.map(async (paid, index) => {
        const { gateway } = withRefund(paid, `re_many_${index}`, 'succeeded');
        if (index % 2 === 0)
          await expect(applyRefund({ ...broken, gateway }, `re_many_${index}`)).rejects.toThrow('died here');
        await applyRefund({ ...shop.deps, gateway }, `re_many_${index}`);
      }),
    );
    const numbers = (
      await shop.db.selectFrom('credit_note').select('number').orderBy('number').execute()
    ).map(({ number }) => number);
    const year = new Date().getUTCFullYear();
    expect(numbers).toEqual(numbers.map((_, index) => `CN-${year}-${String(index + 1).padStart(5, '0')}`));
    expect(numbers.length).toBeGreaterThanOrEqual(orders.length);
  });
});

describe('a dispute', () => {
  const dispute = async ({ intent }: Paid, amount: number): Promise<string> =>
    ((await shop.control('POST', '/control/disputes', { payment_intent: intent, amount })) as { id: string })
      .id;
  const close = (ref: string, outcome: 'won' | 'lost') =>
    shop.control('POST', `/control/disputes/${ref}/close`, { outcome });

  test.each([
    ['won', 'in_progress', 'Your bank decided that the payment of $30.00 for your order'],
    ['lost', 'disputed', 'Your bank decided that the $30.00 of your order'],
  ] as const)(
    'that is opened and %s is in the history, and each is announced once',
    async (outcome, status, words) => {
      const paid = await aPaidOrder();
      const ref = await dispute(paid, 3_000);
      await inHistory(paid.orderId, 'dispute_opened');
      expect((await orderOf(paid.orderId)).status).toBe('disputed');
      await close(ref, outcome);
      await inHistory(paid.orderId, `dispute_${outcome}`);
      await Promise.all(Array.from({ length: 3 }, () => applyDispute(shop.deps, ref)));
      expect((await historyOf(paid.orderId)).slice(3)).toEqual([
        'dispute_opened 30',
        `dispute_${outcome} 30`,
      ]);
      expect((await orderOf(paid.orderId)).status).toBe(status);
      expect(await subjectsTo(paid)).toEqual([
        `Your bank is reviewing $30.00 of order ${paid.number}`,
        `The dispute about order ${paid.number} is closed`,
      ]);
      expect((await emailTo(paid, `The dispute about order ${paid.number} is closed`)).text).toContain(words);
      expect(await notesOf(paid.orderId)).toEqual([]);
    },
  );

  test('that ended before its first report shows its outcome', async () => {
    const paid = await aPaidOrder();
    await settleWebhooks(shop);
    await shop.control('POST', '/control/webhooks', { mode: 'hold' });
    const ref = await dispute(paid, 3_000);
    await close(ref, 'won');
    await shop.control('POST', '/control/webhooks', { mode: 'release' });
    await inHistory(paid.orderId, 'dispute_won');
    expect((await historyOf(paid.orderId)).slice(3)).toEqual(['dispute_opened 30', 'dispute_won 30']);
    expect(await subjectsTo(paid)).toEqual([`The dispute about order ${paid.number} is closed`]);
  });
});

test('afterwards every invariant holds', async () => {
  await refundOf(shop, (await aPaidOrder()).orderId, cents(1_000));
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('the stored status of each of these orders matches its money', async () => {
  const found = await shop.db
    .selectFrom('shop_order')
    .select(['id', 'status', 'total_cents', 'shown_status'])
    .execute();
  const money = await moneyOf(
    shop.db,
    found.map(({ id }) => id),
  );
  const words = found.map(({ status, total_cents: total, id }) =>
    shownStatus(status, cents(total), money.get(id) ?? noMoney),
  );
  expect(found.map(({ shown_status: word }) => word)).toEqual(words);
  for (const word of ['refunded', 'partially_refunded', 'disputed'] as const) expect(words).toContain(word);
});
