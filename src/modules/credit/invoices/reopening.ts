/**
 * Bank disputes of paid credit invoices. Money taken back is owed again, so our invoice reopens. The
 * processor's is already paid, so a new one is created there for the amount due. When a dispute is won, the
 * invoice is settled again.
 */
import { dueDate, utcDay } from '#kernel/credit-terms.ts';
import { add, type Cents, cents, subtract } from '#kernel/money.ts';
import * as invoiceRules from '#modules/invoices/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as alarms from '#modules/alarms/service.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { revokeRegrantedBonus } from '#modules/credit/ledger/bonus-disputes.ts';
import { applyCreditInvoice } from './follow.ts';
import { emailReopening } from './emails.ts';
import * as store from './store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { payableUntil, sendCreditInvoice } from './sending.ts';

type TxDeps = CreditDeps & Pick<Deps, 'log'>;
/** `paid`: the amount of the disputed payment. The caller holds the locks on the order and the invoice. */
type Decided = { disputeRef: string; invoice: store.HalfInvoice; amount: Cents; paid: Cents };

/** Idempotent. An appeal may win the money back, and that may be lost again. */
export async function disputeLost(
  tx: Tx,
  deps: TxDeps,
  { disputeRef, invoice, amount, paid }: Decided,
): Promise<void> {
  const { lost, won } = await store.stagesOf(tx, invoice.id, disputeRef);
  const returned = cents(Math.min(amount, paid, invoice.paid));
  if (lost.length > won || returned === 0) return;
  if (invoice.status !== 'paid' && invoice.status !== 'open') {
    const detail = `${returned} cents of invoice ${invoice.number}, which is ${invoice.status}, were lost in a dispute and are not owed`;
    return alarms.raise(tx, deps.log, 'credit_invoice', disputeRef, detail);
  }
  const now = deps.clock.now();
  // A partly paid invoice keeps its due date.
  const dueOn = invoice.status === 'paid' ? dueDate(utcDay(now)) : invoice.dueOn;
  const reopened = await replaceRequest(tx, deps, {
    ...invoice,
    paid: subtract(invoice.paid, returned),
    dueOn,
  });
  await ledger.invoicePaymentReturned(tx, deps, {
    invoiceId: invoice.id,
    reference: lost.length === 0 ? disputeRef : `${disputeRef}:${lost.length + 1}`,
    amount: returned,
    why: 'dispute_lost',
  });
  await revokeRegrantedBonus(tx, deps, { orderId: invoice.orderId, why: 'dispute_lost' });
  const order = await orders.find(tx, invoice.orderId);
  if (order !== null) await emailReopening(tx, deps, { order, invoice: reopened, amount: returned });
}

/**
 * Reverses a loss: the payment stands. Anything the customer has paid in the meantime needs a manual refund.
 */
export async function disputeWon(
  tx: Tx,
  deps: TxDeps,
  { disputeRef, invoice }: Pick<Decided, 'disputeRef' | 'invoice'>,
): Promise<void> {
  const { lost, won } = await store.stagesOf(tx, invoice.id, disputeRef);
  const returned = lost.at(-1);
  if (returned === undefined || lost.length === won) return;
  const due = invoiceRules.isPayable(invoice.status) ? invoiceRules.dueOf(invoice) : cents(0);
  const counts = cents(Math.min(returned, due));
  if (counts < returned) {
    const detail = `The bank returned ${returned} cents of invoice ${invoice.number} to us, but only ${counts} were owed: refund the rest`;
    await alarms.raise(tx, deps.log, 'credit_invoice', disputeRef, detail);
  }
  if (counts === 0) return;
  const paid = add(invoice.paid, counts);
  if (paid < invoice.amount) await replaceRequest(tx, deps, { ...invoice, paid });
  else {
    await store.settleReturned(tx, invoice.id, {
      paid,
      status: invoiceRules.next(invoice.status, 'pay'),
      at: deps.clock.now(),
    });
    await deps.jobs.enqueue(tx, 'send-credit-invoice', { invoiceId: invoice.id });
  }
  await ledger.invoicePaid(tx, deps, {
    invoiceId: invoice.id,
    paymentRef: `${store.wonDisputeKey(disputeRef)}${lost.length}`,
    amount: counts,
    paidAt: deps.clock.now(),
  });
}

/** Replaces the stored request with one for the unpaid amount and a new due date, under a new key. */
async function replaceRequest(tx: Tx, deps: TxDeps, invoice: store.HalfInvoice): Promise<store.HalfInvoice> {
  const now = deps.clock.now();
  const reopened = invoice.reopened + 1;
  const status = invoiceRules.next(invoice.status, 'reopen');
  const { id, number, paid, dueOn } = invoice;
  await store.reopen(tx, id, { status, paid, dueOn });
  const sending = await store.sendingOf(tx, id);
  if (sending !== null) {
    const lines = [{ text: `Invoice ${number}, owed again`, amount: invoiceRules.dueOf(invoice) }];
    const request = {
      ...sending.request,
      number: `${number}-${reopened + 1}`,
      lines,
      dueAt: payableUntil(dueOn, now),
      reopened,
    };
    await store.renew(tx, { ...sending, request }, now);
  }
  await deps.jobs.enqueue(tx, 'send-credit-invoice', { invoiceId: id });
  return { ...invoice, status, reopened, processorRef: null, hostedUrl: null };
}

/**
 * Run by the job and repeated by the sweep: voids former invoices at the processor, then sends the current
 * one.
 */
export async function sendHalf(deps: Deps, invoiceId: string): Promise<void> {
  const invoice = await store.find(deps.db, invoiceId);
  for (const ref of invoice?.formerRefs ?? []) await applyCreditInvoice(deps, ref);
  if (invoice?.processorRef != null && invoice.reopened > 0)
    await applyCreditInvoice(deps, invoice.processorRef);
  await sendCreditInvoice(deps, invoiceId);
}
