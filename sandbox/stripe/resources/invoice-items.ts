/** `/v1/invoiceitems`: amounts for a customer's next invoice, or for a given draft. */
import type Stripe from 'stripe';
import { linesOf, setLines } from '#sandbox/stripe/billing/invoices.ts';
import { invoiceItemLine, invoiceItemOf } from '#sandbox/stripe/billing/lines.ts';
import { createInvoiceItem } from '#sandbox/stripe/billing/pending-items.ts';
import { chosenPrice, decimal } from '#sandbox/stripe/billing/prices.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { itemCreateParams, itemUpdateParams } from './invoice-parameters.ts';
import { findInvoice } from './invoices.ts';
import { findSubscription } from './subscriptions.ts';

export const operations = [
  operation({ method: 'POST', path: '/v1/invoiceitems', params: itemCreateParams, run: create }),
  operation({
    method: 'GET',
    path: '/v1/invoiceitems',
    params: { ...datedPageOf, customer: text(), invoice: text(), pending: flag },
    run: (call, values) => {
      const { customer, invoice, pending } = values;
      const matches = (item: Stripe.InvoiceItem): boolean => (item.invoice === null) === pending;
      return listOf(
        call,
        'invoiceitem',
        '/v1/invoiceitems',
        values,
        { customer, invoice },
        undefined,
        pending === undefined ? undefined : matches,
      );
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/invoiceitems/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/invoiceitems/:id',
    params: itemUpdateParams,
    run: (call, values, { id }) => {
      const before = find(call, id);
      const draft = editableInvoice(call, before);
      if (values.amount !== undefined && values.pricing !== undefined)
        throw invalidRequest('You may only specify one of these parameters: amount, pricing.', {
          param: 'amount',
        });
      const price =
        values.pricing === undefined ? null : chosenPrice(call, values.pricing, 'one_time', 'pricing');
      const quantity = values.quantity ?? before.quantity;
      const unit =
        price?.unit_amount ??
        (values.amount === undefined ? before.amount / Math.max(before.quantity, 1) : values.amount);
      const amount = values.amount ?? unit * quantity;
      const after: Stripe.InvoiceItem = {
        ...before,
        amount,
        net_amount: amount,
        description: values.description ?? before.description,
        discountable: values.discountable ?? before.discountable,
        metadata: mergeMetadata(before.metadata, values.metadata),
        period: values.period ?? before.period,
        pricing:
          price === null
            ? { ...before.pricing, type: 'price_details', unit_amount_decimal: decimal(unit) }
            : {
                price_details: { price: price.id, product: idOf(price.product) ?? '' },
                type: 'price_details',
                unit_amount_decimal: decimal(unit),
              },
        quantity,
        quantity_decimal: decimal(quantity),
      };
      call.world.store.save('invoiceitem', after);
      if (draft !== null) replaceLine(call, draft, id, after);
      return after;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/invoiceitems/:id',
    params: {},
    run: (call, _values, { id }) => {
      const item = find(call, id);
      const draft = editableInvoice(call, item);
      if (draft !== null) replaceLine(call, draft, id, null);
      call.world.store.remove('invoiceitem', id);
      emit(call, 'invoiceitem.deleted', item);
      return { id, object: 'invoiceitem', deleted: true } satisfies Stripe.DeletedInvoiceItem;
    },
  }),
];

function create(caller: Call, values: Values<typeof itemCreateParams>): Stripe.InvoiceItem {
  const customer = customers.find(caller, values.customer, 'customer');
  const call = onClock(caller, idOf(customer.test_clock));
  const invoice = values.invoice === undefined ? null : findInvoice(call, values.invoice, 'invoice');
  if (invoice !== null && invoice.customer !== customer.id)
    throw invalidRequest('The invoice belongs to another customer than the invoice item.', {
      param: 'invoice',
    });
  if (invoice !== null) checkDraft(invoice);
  const subscription =
    values.subscription === undefined ? null : findSubscription(call, values.subscription, 'subscription');
  const price = chosenPrice(
    call,
    { price: values.pricing?.price, price_data: values.price_data },
    'one_time',
    'pricing',
  );
  if ((price === null) === (values.amount === undefined))
    throw invalidRequest('You must specify exactly one of `amount`, `pricing` and `price_data`.', {
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
    testClock: idOf(customer.test_clock),
  });
  if (invoice !== null)
    setLines(call, invoice, [...linesOf(call, invoice.id), invoiceItemLine(invoice.id, item)]);
  return item;
}

function find(call: Call, id: string): Stripe.InvoiceItem {
  const item = call.world.store.find('invoiceitem', id);
  if (item === null) throw noSuch('invoiceitem', id);
  return item;
}

export function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft')
    throw invalidRequest("This invoice is no longer editable: it is finalized, so its lines can't change.", {
      code: 'invoice_not_editable',
      param: 'invoice',
    });
}

function editableInvoice(call: Call, item: Stripe.InvoiceItem): Stripe.Invoice | null {
  const id = idOf(item.invoice);
  if (id === null) return null;
  const invoice = findInvoice(call, id);
  checkDraft(invoice);
  return invoice;
}

/** The line keeps its id when its item changes. Null removes the line. */
function replaceLine(
  call: Call,
  draft: Stripe.Invoice,
  itemId: string,
  item: Stripe.InvoiceItem | null,
): void {
  const lines = linesOf(call, draft.id).flatMap((line) => {
    if (invoiceItemOf(line) !== itemId) return [line];
    return item === null ? [] : [{ ...invoiceItemLine(draft.id, item), id: line.id }];
  });
  setLines(call, draft, lines);
}
