/**
 * The schedule of a credit order: half is invoiced immediately and half when the work is done. Each half is
 * due 30 days after issue. An invoice is created here with our number; a job sends it to the processor.
 */
import { dueDate, halves, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { worded } from '#kernel/language.ts';
import type { Cents } from '#kernel/money.ts';
import { billToOf, takeNumber } from '#modules/invoices/store.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Order } from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as store from './store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { balanceOf } from '#modules/credit/ledger/store.ts';

export type Half = { id: string; number: string; amount: Cents; dueOn: string };
type Sold = { order: Order; names: readonly string[]; half: 1 | 2; now: Date };

/** Issues one half. Takes an invoice number, so everything but the ledger comes before it. */
export async function writeHalf(tx: Tx, deps: CreditDeps, { order, names, half, now }: Sold): Promise<Half> {
  const amount = halves(order.total)[half - 1] ?? order.total;
  const text = `${half === 1 ? 'First' : 'Second'} half of order ${orderNumber(order.number)}: ${names.join(', ')}`;
  const invoice = {
    id: freshId('inv'),
    number: await takeNumber(tx, 'INV', now),
    amount,
    dueOn: dueDate(utcDay(now)),
  };
  const lines = [{ text, amountCents: amount }];
  await store.insert(tx, {
    ...invoice,
    orderId: order.id,
    half,
    billTo: await debtorOf(tx, order),
    lines,
    now,
  });
  await deps.jobs.enqueue(tx, 'send-credit-invoice', { invoiceId: invoice.id });
  return invoice;
}

/**
 * The business owes what is bought on its account, so it is named even if the buyer entered no company at
 * checkout.
 */
async function debtorOf(tx: Tx, order: Order): Promise<ReturnType<typeof billToOf>> {
  const billTo = billToOf(order);
  if (billTo.company !== null || order.userId === null) return billTo;
  return { ...billTo, company: (await companies.findOf(tx, order.userId))?.legal_name ?? null };
}

/**
 * Issues the second half when the work is done; returns null if it was already issued. Throws
 * `order_not_in_progress` when no credit is held for the order. Lock the order first.
 */
export async function issueSecondHalf(
  tx: Tx,
  deps: CreditDeps,
  sold: Omit<Sold, 'half'>,
): Promise<Half | null> {
  const issued = await store.ofOrder(tx, sold.order.id);
  if (issued.some(({ half, status }) => half === 2 && status !== 'void')) return null;
  if ((await balanceOf(tx, { orderId: sold.order.id })).hold === 0)
    throw new DomainError(
      'order_not_in_progress',
      worded('The account of this order was written off: cancel the order'),
    );
  const half = await writeHalf(tx, deps, { ...sold, half: 2 });
  await ledger.invoiceIssued(tx, deps, { orderId: sold.order.id, invoiceId: half.id, amount: half.amount });
  return half;
}
