/** `/v1/invoiceitems`: an amount for a customer's next invoice, or for a given draft. */
import type Stripe from 'stripe';
import { linesOf, setLines } from '#sandbox/stripe/billing/invoices.ts';
import { invoiceItemLine } from '#sandbox/stripe/billing/lines.ts';
import { createInvoiceItem } from '#sandbox/stripe/billing/pending-items.ts';
import { inlinePrice } from '#sandbox/stripe/billing/prices.ts';
import { mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { itemCreateParams } from './invoice-parameters.ts';
import { findInvoice } from './invoices.ts';
import { findSubscription } from './subscriptions.ts';

export const operations = [resource('invoiceitem', '/v1/invoiceitems').create(itemCreateParams, create)];

function create(call: Call, values: Values<typeof itemCreateParams>): Stripe.InvoiceItem {
  const customer = customers.find(call, values.customer, 'customer');
  const invoice = values.invoice === undefined ? null : findInvoice(call, values.invoice, 'invoice');
  if (invoice !== null && invoice.customer !== customer.id)
    throw invalidRequest('The invoice belongs to another customer than the invoice item.', {
      param: 'invoice',
    });
  if (invoice !== null) checkDraft(invoice);
  const subscription =
    values.subscription === undefined ? null : findSubscription(call, values.subscription, 'subscription');
  const price = values.price_data === undefined ? null : inlinePrice(call, values.price_data, 'price_data');
  if ((price === null) === (values.amount === undefined))
    throw invalidRequest('You must specify exactly one of `amount` and `price_data`.', {
      code: 'parameter_missing',
      param: 'amount',
    });
  const currency = price?.currency ?? values.currency ?? invoice?.currency ?? customer.currency;
  if (currency === null || currency === undefined)
    throw invalidRequest('Missing required param: currency.', {
      code: 'parameter_missing',
      param: 'currency',
    });
  if (invoice !== null && invoice.currency !== currency)
    throw invalidRequest(
      `The currency of an invoice item must be that of its invoice (${invoice.currency}).`,
      { param: 'currency' },
    );
  const pricing = price === null ? null : { price: price.id, product: idOf(price.product) ?? '' };
  const item = createInvoiceItem(call, {
    customer: customer.id,
    currency,
    unitAmount: price?.unit_amount ?? values.amount ?? 0,
    quantity: values.amount === undefined ? (values.quantity ?? 1) : 1,
    description:
      values.description ??
      (pricing === null ? null : (call.world.store.find('product', pricing.product)?.name ?? null)),
    pricing,
    period: values.period,
    invoice: invoice?.id ?? null,
    subscription: subscription === null ? null : { id: subscription.id, item: null },
    discountable: values.discountable ?? true,
    metadata: mergeMetadata({}, values.metadata),
  });
  if (invoice !== null)
    setLines(call, invoice, [...linesOf(call, invoice.id), invoiceItemLine(invoice.id, item)]);
  return item;
}

function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft')
    throw invalidRequest("This invoice is no longer editable: it is finalized, so its lines can't change.", {
      code: 'invoice_not_editable',
      param: 'invoice',
    });
}
