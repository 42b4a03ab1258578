/**
 * Stripe invoices that are sent (`send_invoice`) behind our port. Calls that create something are keyed by
 * one of our rows.
 */
import { cents } from '#kernel/money.ts';
import type { InvoiceBilling, InvoicePayment, InvoiceRequest, SentInvoice } from '#ports/invoice-billing.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import type Stripe from 'stripe';
import { callOrNull, named, callStripe, translated } from './connection.ts';
import { payInvoice } from './pay-invoice.ts';
import { expect, referenceOf } from './readings.ts';

const pageSize = 100;
const moment = (seconds: number): Date => new Date(seconds * 1_000);

export const createInvoiceBilling = (stripe: Stripe): InvoiceBilling => ({
  sendInvoice: (request) => named('customer', 'customer_unknown', () => sendInvoice(stripe, request)),
  findInvoice: (request) => callStripe(() => findInvoice(stripe, request)),
  readInvoice: (invoiceRef) => callOrNull(() => readInvoice(stripe, invoiceRef)),
  markUncollectible: (invoiceRef) => callStripe(() => markUncollectible(stripe, invoiceRef)),
  listOpenInvoices: async function* () {
    const listParams = { status: 'open', collection_method: 'send_invoice', limit: pageSize } as const;
    for await (const { id, metadata, amount_paid: paid } of translated(stripe.invoices.list(listParams)))
      yield {
        invoiceRef: id,
        invoiceId: metadata?.invoice_id ?? null,
        shopId: metadata?.shop_id ?? null,
        paid: cents(paid),
      };
  },
  payInvoiceWith: ({ invoiceRef, cardRef, isPresent, key }) =>
    payInvoice(stripe, { invoiceRef, key, parameters: { payment_method: cardRef, off_session: !isPresent } }),
});

/** Stripe sends no email for it: our own email does, with the PDF. */
async function sendInvoice(
  stripe: Stripe,
  { generation, ...request }: InvoiceRequest & { generation: number },
): Promise<SentInvoice> {
  const { invoiceId, orderId, shopId, customerRef, number, lines, dueAt, reopened = 0 } = request;
  const key = (step: string) => ({
    idempotencyKey: `inv:${invoiceId}:${step}${generation === 1 ? '' : `:${generation}`}`,
  });
  const created = await stripe.invoices.create(
    {
      customer: customerRef,
      collection_method: 'send_invoice',
      currency: 'usd',
      number,
      due_date: dueAt,
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: {
        shop_id: shopId,
        order_id: orderId,
        invoice_id: invoiceId,
        ...(reopened > 0 ? { reopened } : {}),
      },
    },
    key('create'),
  );
  expect(created, 'invoice');
  for (const [position, { text, amount }] of lines.entries())
    await stripe.invoiceItems.create(
      { customer: customerRef, invoice: created.id, currency: 'usd', amount, description: text },
      key(`line-${position}`),
    );
  await stripe.invoices.finalizeInvoice(created.id, { auto_advance: false }, key('finalize'));
  return readInvoice(stripe, created.id);
}

async function markUncollectible(stripe: Stripe, ref: string): Promise<void> {
  const { status } = await stripe.invoices.retrieve(ref);
  if (status === 'open') await stripe.invoices.markUncollectible(ref);
}

const reopenedOf = (metadata: Stripe.Metadata | null): number => Number(metadata?.reopened ?? 0);

async function findInvoice(
  stripe: Stripe,
  request: Parameters<InvoiceBilling['findInvoice']>[0],
): Promise<SentInvoice | null> {
  for await (const { id, status, metadata } of stripe.invoices.list({
    customer: request.customerRef,
    limit: pageSize,
  })) {
    if (metadata?.invoice_id !== request.invoiceId || reopenedOf(metadata) !== (request.reopened ?? 0))
      continue;
    if (status !== 'draft') return readInvoice(stripe, id);
    await stripe.invoices.del(id);
  }
  return null;
}

async function readInvoice(stripe: Stripe, ref: string): Promise<SentInvoice> {
  const invoice = await stripe.invoices.retrieve(ref, { expand: ['payments'] });
  expect(invoice, 'invoice');
  if (invoice.status === null) throw new GatewayUnavailable('an invoice without a status');
  return {
    invoiceRef: invoice.id,
    invoiceId: invoice.metadata?.invoice_id ?? null,
    shopId: invoice.metadata?.shop_id ?? null,
    reopened: reopenedOf(invoice.metadata),
    status: invoice.status as SentInvoice['status'],
    amount: cents(invoice.total),
    currency: invoice.currency,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    payments: paymentsOf(invoice),
  };
}

/** Successful payments, and payments by other means that staff recorded. */
function paymentsOf(invoice: Stripe.Invoice): InvoicePayment[] {
  const found = (invoice.payments?.data ?? []).flatMap(
    ({ id, status, amount_paid: amount, payment, status_transitions: at }) =>
      status === 'paid' && amount !== null
        ? [
            {
              paymentRef: id,
              intentRef: referenceOf(payment.payment_intent ?? null),
              amount: cents(amount),
              paidAt: moment(at.paid_at ?? 0),
            },
          ]
        : [],
  );
  const rest = invoice.total - found.reduce((sum, { amount }) => sum + amount, 0);
  const paidAt = invoice.status_transitions.paid_at;
  const isOutside = invoice.status === 'paid' && rest > 0 && paidAt !== null;
  const outside = isOutside
    ? [{ paymentRef: `${invoice.id}:outside`, intentRef: null, amount: cents(rest), paidAt: moment(paidAt) }]
    : [];
  return [...found, ...outside].toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}
