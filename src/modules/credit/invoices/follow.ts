/**
 * Syncs a credit invoice with the processor. Webhooks, the sweep, the customer's return, and our own calls
 * all end here, in any order and any number of times. It reads the current state, then locks order and
 * invoice and updates them with the ledger.
 */
import { freshId } from '#kernel/ids.ts';
import { add, type Cents, cents, subtract } from '#kernel/money.ts';
import * as invoiceRules from '#modules/invoices/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as alarms from '#modules/alarms/service.ts';
import * as refunds from '#modules/payments/refund-store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { halfPaid } from '#modules/shared/settlement.ts';
import type { InvoicePayment, SentInvoice } from '#ports/invoice-billing.ts';
import * as store from './store.ts';
import * as writeOffs from './write-off-store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { emailVoid } from './emails.ts';

type Card = { brand: string; last4: string } | null;
type RemoteInvoice = { sent: SentInvoice; cards: Map<string, Card> };

/** Idempotent and safe to run in parallel. Invoices of another shop and unknown ones are ignored. */
export async function applyCreditInvoice(deps: Deps, invoiceRef: string): Promise<void> {
  const sent = await deps.gateway.readInvoice(invoiceRef);
  if (sent === null || sent.invoiceId === null || sent.shopId !== deps.shopId) return;
  const invoice = await store.find(deps.db, sent.invoiceId);
  if (invoice === null || sent.status === 'draft') return;
  const remote = { sent, cards: await readCards(deps, invoice.id, sent.payments) };
  const next = await retryOnDeadlock(deps, () =>
    deps.db.transaction().execute((tx) => follow(tx, deps, invoice, remote)),
  );
  if (next === 'void') await deps.gateway.voidInvoice(invoiceRef);
  if (next !== 'write_off') return;
  await deps.gateway.markUncollectible(invoiceRef);
  await writeOffs.markedUncollectible(deps.db, invoiceRef, deps.clock.now());
}

/**
 * Run by the job after a write-off and repeated by the sweep. An invoice not yet at the processor is marked
 * after it is sent.
 */
export async function markUncollectible(deps: Deps, invoiceId: string): Promise<void> {
  const invoice = await store.find(deps.db, invoiceId);
  if (invoice?.status === 'uncollectible' && invoice.processorRef !== null)
    await applyCreditInvoice(deps, invoice.processorRef);
}

/** A payment that matches none of our payments may belong to an invoice, which only names its customer. */
export async function applyCreditCustomer(deps: Deps, customerRef: string): Promise<void> {
  for (const invoiceRef of await store.openRefsOfCustomer(deps.db, customerRef))
    await applyCreditInvoice(deps, invoiceRef);
}

/** Reads the card of each payment that is not counted yet. */
async function readCards(
  { db, gateway }: Deps,
  invoiceId: string,
  payments: InvoicePayment[],
): Promise<Map<string, Card>> {
  const counted = await store.paymentRefs(db, invoiceId);
  const found = new Map<string, Card>();
  for (const { paymentRef, intentRef } of payments)
    if (intentRef !== null && !counted.has(paymentRef))
      found.set(paymentRef, (await gateway.readPayment(intentRef))?.paidWith ?? null);
  return found;
}

/**
 * The change that the processor's invoice still needs. `void`: nothing is owed. `write_off`: it was written
 * off here.
 */
type Next = 'void' | 'write_off' | 'nothing';

async function follow(
  tx: Tx,
  deps: Deps,
  stored: store.HalfInvoice,
  { sent, cards }: RemoteInvoice,
): Promise<Next> {
  const order = await orders.lock(tx, stored.orderId);
  const invoice = await store.lock(tx, stored.id);
  if (order === null || invoice === null) return 'nothing';
  // It was replaced when a bank took back its payment. Its payments still count.
  const isFormer = sent.reopened < invoice.reopened;
  if (!isFormer && invoice.processorRef !== null && invoice.processorRef !== sent.invoiceRef) {
    await alarms.raise(
      tx,
      deps.log,
      'credit_invoice',
      sent.invoiceRef,
      `Invoice ${invoice.number} is ${invoice.processorRef} already`,
    );
    return 'nothing';
  }
  if (!isFormer && (invoice.processorRef === null || invoice.hostedUrl === null))
    await store.attach(tx, invoice.id, sent.invoiceRef, sent.hostedUrl);
  const expected = invoice.reopened === 0 ? invoice.amount : await store.askedFor(tx, invoice.id);
  if (!isFormer && (sent.amount !== expected || sent.currency !== 'usd')) {
    const detail = `Invoice ${invoice.number} charges ${sent.amount} cents in ${sent.currency}, but ${expected} cents in usd are owed`;
    await alarms.raise(tx, deps.log, 'credit_invoice', sent.invoiceRef, detail);
  }
  const counted = await store.paymentRefs(tx, invoice.id);
  const auditEntries: audit.AuditEntry[] = [];
  let now = invoice;
  for (const payment of sent.payments.filter(({ paymentRef }) => !counted.has(paymentRef))) {
    const card = cards.get(payment.paymentRef) ?? null;
    now = await count(tx, deps, { order, invoice: now, payment, card, auditEntries });
  }
  if (!isFormer && sent.status === 'void' && now.status === 'open') await followVoid(tx, deps, order, now);
  if (!isFormer && sent.status === 'uncollectible' && now.status === 'open')
    await alarms.raise(
      tx,
      deps.log,
      'credit_invoice',
      sent.invoiceRef,
      `Invoice ${invoice.number} was marked uncollectible at the processor: write it off here`,
    );
  await audit.record(tx, deps, ...auditEntries);
  if (!isFormer && sent.status !== 'open' && now.status === 'uncollectible')
    await writeOffs.markedUncollectible(tx, sent.invoiceRef, deps.clock.now());
  return sent.status === 'open' ? nextOfOpen(now, isFormer) : 'nothing';
}

function nextOfOpen({ status, reopened }: store.HalfInvoice, isFormer: boolean): Next {
  if (isFormer || status === 'void' || (status === 'paid' && reopened > 0)) return 'void';
  return status === 'uncollectible' ? 'write_off' : 'nothing';
}

type Counting = {
  order: orders.Order;
  invoice: store.HalfInvoice;
  payment: InvoicePayment;
  card: Card;
  auditEntries: audit.AuditEntry[];
};

/** Counts a payment. An excess is refunded. */
async function count(
  tx: Tx,
  deps: Deps,
  { order, invoice, payment, card, auditEntries }: Counting,
): Promise<store.HalfInvoice> {
  const { paymentRef, intentRef, paidAt } = payment;
  const now = deps.clock.now();
  const due = invoiceRules.isPayable(invoice.status) ? invoiceRules.dueOf(invoice) : cents(0);
  const amount = cents(Math.min(due, payment.amount));
  const row = { invoiceId: invoice.id, orderId: order.id, intentRef, paymentRef, paidWith: card, at: paidAt };
  const id = freshId('pay');
  const [isNeeded, excess] = [amount > 0, subtract(payment.amount, amount)];
  const counts = isNeeded ? amount : payment.amount;
  await store.insertPayment(tx, {
    ...row,
    id,
    status: isNeeded ? 'succeeded' : 'duplicate',
    amount: counts,
    received: payment.amount,
  });
  if (excess > 0)
    auditEntries.push(
      ...(await refundUnneeded(tx, deps, {
        paymentId: id,
        amount: excess,
        intentRef,
        number: invoice.number,
        now,
      })),
    );
  if (!isNeeded) return invoice;
  const paid = add(invoice.paid, amount);
  const isPaid = paid === invoice.amount;
  const status = isPaid ? invoiceRules.next(invoice.status, 'pay') : invoice.status;
  await store.countPayment(tx, invoice.id, paid, isPaid ? { status, at: now } : null);
  const rest = subtract(invoice.amount, paid);
  await halfPaid(tx, deps, {
    invoiceId: invoice.id,
    orderId: order.id,
    paymentRef,
    amount,
    rest,
    card,
    paidAt,
  });
  auditEntries.push({
    actorId: null,
    action: 'invoice_paid',
    object: id,
    detail: { invoiceId: invoice.id, amountCents: amount },
  });
  return { ...invoice, paid, status };
}

type Unneeded = { paymentId: string; amount: Cents; intentRef: string | null; number: string; now: Date };

/** Refunds a payment, or the part that was not owed. Payments other than by card are refunded manually. */
async function refundUnneeded(
  tx: Tx,
  deps: Deps,
  { paymentId, amount, intentRef, number, now }: Unneeded,
): Promise<audit.AuditEntry[]> {
  await alarms.raise(
    tx,
    deps.log,
    'duplicate_payment',
    paymentId,
    `Invoice ${number} was overpaid by ${amount} cents: the excess is refunded`,
  );
  if (intentRef === null) return [];
  const refundId = freshId('ref');
  await refunds.insert(tx, { id: refundId, paymentId, amount, reason: 'duplicate', requestKey: null, now });
  await deps.jobs.enqueue(tx, 'send-refund', { refundId });
  return [{ actorId: null, action: 'refund_automatic', object: refundId, detail: { amountCents: amount } }];
}

/**
 * Staff voided the invoice at the processor, so the rest is no longer owed. An earlier unrefunded payment
 * needs a manual refund.
 */
async function followVoid(
  tx: Tx,
  deps: Deps,
  order: orders.Order,
  invoice: store.HalfInvoice,
): Promise<void> {
  if (invoice.paid > 0 && !(await store.isRefunded(tx, invoice.id))) {
    const detail = `Invoice ${invoice.number} was voided after ${invoice.paid} cents were paid: refund them`;
    await alarms.raise(tx, deps.log, 'credit_invoice', invoice.id, detail);
  }
  await store.markVoid(tx, invoice.id, invoiceRules.next(invoice.status, 'void'), deps.clock.now());
  await ledger.invoiceVoided(tx, deps, { invoiceId: invoice.id });
  await emailVoid(tx, deps, { order, invoice });
}
