/** An issued invoice as its holder sees it, on the page and as a PDF. */
import { shownEmail } from '#platform/shown-email.ts';
import type { Handled } from '#contract/endpoint.ts';
import type * as contract from '#contract/invoices.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, cents, subtract, zero } from '#kernel/money.ts';
import { sellerAt } from '#modules/settings/service.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from './document-store.ts';
import { dueOf, isPayable } from './rules.ts';

export type InvoiceDocument = Handled<typeof contract.readInvoice>;

/** Throws `invoice_not_found`, for a draft too. */
export async function readInvoice({ db }: Pick<Deps, 'db'>, id: string): Promise<InvoiceDocument> {
  const invoice = await store.findIssued(db, id);
  if (invoice === null) throw new DomainError('invoice_not_found');
  const [seller, payments, refunds, takenBack] = await Promise.all([
    sellerAt(db, invoice.issuedAt),
    store.paymentsFor(db, id),
    store.refundsFor(db, id),
    // The ledger contains only credit invoices.
    invoice.kind === 'net30' ? store.takenBackFrom(db, id) : [],
  ]);
  const { number, status, issuedAt, dueOn, billTo, lines, discount, amount, settled } = invoice;
  const sumOf = (moved: { amount: typeof amount }[]) => add(...moved.map((each) => each.amount));
  return {
    id,
    number,
    status,
    currency: 'usd',
    issuedAt: issuedAt.toISOString(),
    dueOn,
    orderNumber: orderNumber(invoice.orderNumber),
    seller,
    billTo: { ...billTo, email: shownEmail(billTo.email) },
    lines: lines.map(({ text, amountCents }) => ({ text, amount: cents(amountCents) })),
    subtotal: add(amount, cents(discount?.amountCents ?? 0)),
    discount: discount === null ? null : { amount: cents(discount.amountCents), code: discount.code },
    total: amount,
    payments: payments.map(({ at, ...payment }) => ({ ...payment, date: at.toISOString() })),
    takenBack: takenBack.map(({ at, amount: amountTakenBack }) => ({
      date: at.toISOString(),
      amount: amountTakenBack,
    })),
    credited: sumOf(refunds.filter(({ creditNote }) => creditNote !== null)),
    refunds: refunds.map(({ at, ...refund }) => ({ ...refund, date: at.toISOString() })),
    paid: subtract(sumOf(payments), add(sumOf(refunds), sumOf(takenBack))),
    due: isPayable(status) ? dueOf({ amount, paid: settled }) : zero,
    payAt: status === 'open' ? invoice.hostedUrl : null,
  };
}
