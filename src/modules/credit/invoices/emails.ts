/** Emails about a credit order's invoices. Each function is called once, in the transaction of its event. */
import type { Cents } from '#kernel/money.ts';
import { dueOf } from '#modules/invoices/rules.ts';
import type { Addressee } from '#modules/mail/emails/account.ts';
import * as emails from '#modules/mail/emails/credit-order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import { deletedAddress } from '#modules/mail/store.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { HalfPaid, Handler } from '#modules/shared/settlement.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import type { Half } from './halves.ts';
import * as store from './store.ts';

type Invoice = { id: string; number: string; amount: Cents };
type About = { order: orders.Order; invoice: Invoice };

const to = (deps: CreditDeps, { billing }: orders.Order): Addressee => ({
  firstName: billing.firstName,
  ...senderOf(deps),
});

/** A deleted account has no email address. */
async function queue(
  tx: Tx,
  deps: CreditDeps,
  order: orders.Order,
  draft: Omit<mail.EmailDraft, 'orderId' | 'to'>,
): Promise<void> {
  if (order.billing.email === deletedAddress) return;
  await mail.queue(tx, deps, { ...draft, orderId: order.id, to: order.billing.email });
}

type Placed = { order: orders.Order; names: string[]; invoice: Half; rest: Cents };

export const emailOrder = (
  tx: Tx,
  deps: CreditDeps,
  { order, names, invoice, rest }: Placed,
): Promise<void> =>
  queue(tx, deps, order, {
    kind: 'receipt',
    attachedDocument: invoice.id,
    email: emails.creditOrderEmail({
      ...to(deps, order),
      number: orderNumber(order.number),
      names,
      total: order.total,
      invoice,
      rest,
    }),
  });

export const emailSecondHalf = (
  tx: Tx,
  deps: CreditDeps,
  { order, invoice }: { order: orders.Order; invoice: Half },
): Promise<void> =>
  queue(tx, deps, order, {
    kind: 'credit_invoice',
    attachedDocument: invoice.id,
    email: emails.secondHalfEmail({ ...to(deps, order), number: orderNumber(order.number), invoice }),
  });

export const emailPayment: Handler<HalfPaid> = async (
  tx,
  deps,
  { invoiceId, orderId, amount, rest, card, paidAt },
) => {
  const [order, invoice] = [await orders.find(tx, orderId), await store.find(tx, invoiceId)];
  if (order === null || invoice === null)
    throw new Error(`invoice ${invoiceId} of order ${orderId} is not there`);
  const email = emails.invoicePaymentEmail({ ...to(deps, order), invoice, amount, rest, card, paidAt });
  await queue(tx, deps, order, { kind: 'invoice_payment', attachedDocument: invoiceId, email });
};

/** `amount`: what the bank took back. */
export const emailReopening = (
  tx: Tx,
  deps: CreditDeps,
  { order, invoice, amount }: { order: orders.Order; invoice: store.HalfInvoice; amount: Cents },
): Promise<void> =>
  queue(tx, deps, order, {
    kind: 'invoice_reopened',
    email: emails.invoiceReopenedEmail({ ...to(deps, order), invoice, amount, due: dueOf(invoice) }),
  });

export const emailVoid = (tx: Tx, deps: CreditDeps, { order, invoice }: About): Promise<void> =>
  queue(tx, deps, order, {
    kind: 'invoice_void',
    email: emails.invoiceVoidEmail({ ...to(deps, order), invoice }),
  });

/** Belongs to the order's cancellation event, which is recorded once. */
export const draftOfCancellation = (deps: CreditDeps, order: orders.Order): mail.EmailDraft => ({
  kind: 'credit_order_canceled',
  orderId: order.id,
  to: order.billing.email,
  email: emails.creditOrderCanceledEmail({
    ...to(deps, order),
    number: orderNumber(order.number),
    total: order.total,
  }),
});
