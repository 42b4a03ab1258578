/** Lines of a draft: `add_lines`, `remove_lines`, and changing one line. */
import type Stripe from 'stripe';
import { linesOf, setLines } from '#sandbox/stripe/billing/invoices.ts';
import { invoiceItemLine, invoiceItemOf } from '#sandbox/stripe/billing/lines.ts';
import { createInvoiceItem } from '#sandbox/stripe/billing/pending-items.ts';
import { chosenPrice } from '#sandbox/stripe/billing/prices.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { group, list, needed, oneOf, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { checkDraft } from './invoice-items.ts';
import { addLinesParams } from './invoice-parameters.ts';
import { findInvoice } from './invoices.ts';
import { blank } from './products.ts';

type SentLine = Values<typeof addLinesParams>['lines'][number];

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/add_lines',
    params: addLinesParams,
    run: (caller, values, { id }) => {
      const invoice = findInvoice(caller, id);
      checkDraft(invoice);
      const call = onClock(caller, idOf(invoice.test_clock));
      const added = values.lines.map((line, at) =>
        invoiceItemLine(id, itemFor(call, invoice, line, `lines[${at}]`)),
      );
      const changed = { ...invoice, metadata: mergeMetadata(invoice.metadata, values.invoice_metadata) };
      return setLines(call, changed, [...linesOf(call, id), ...added]);
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/remove_lines',
    params: {
      ...expand,
      invoice_metadata: metadata,
      lines: needed(list(group({ id: needed(text()), behavior: needed(oneOf(['delete', 'unassign'])) }))),
    },
    run: (call, values, { id }) => {
      const invoice = findInvoice(call, id);
      checkDraft(invoice);
      for (const { id: lineId, behavior } of values.lines) {
        const line = linesOf(call, id).find((other) => other.id === lineId);
        if (line === undefined) throw noSuch('line_item', lineId, 'lines');
        const item = call.world.store.find('invoiceitem', invoiceItemOf(line) ?? '');
        if (item !== null && behavior === 'delete') call.world.store.remove('invoiceitem', item.id);
        else if (item !== null) call.world.store.save('invoiceitem', { ...item, invoice: null });
        setLines(
          call,
          findInvoice(call, id),
          linesOf(call, id).filter((other) => other.id !== lineId),
        );
      }
      const after = findInvoice(call, id);
      return call.world.store.save('invoice', {
        ...after,
        metadata: mergeMetadata(after.metadata, values.invoice_metadata),
      });
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/lines/:line',
    params: { ...expand, description: text(), metadata },
    run: (call, values, { id, line: lineId }) => {
      const invoice = findInvoice(call, id);
      checkDraft(invoice);
      const before = linesOf(call, id).find((line) => line.id === lineId);
      if (before === undefined) throw noSuch('line_item', lineId);
      const after = {
        ...before,
        description: values.description ?? before.description,
        metadata: mergeMetadata(before.metadata, values.metadata),
      };
      setLines(
        call,
        invoice,
        linesOf(call, id).map((line) => (line.id === lineId ? after : line)),
      );
      return after;
    },
  }),
];

/** A line is either a pending item, or described in the call and created from it. */
function itemFor(call: Call, invoice: Stripe.Invoice, line: SentLine, path: string): Stripe.InvoiceItem {
  const { store } = call.world;
  if (line.invoice_item !== undefined) {
    const waiting = store.find('invoiceitem', line.invoice_item);
    if (waiting === null || waiting.invoice !== null)
      throw noSuch('invoiceitem', line.invoice_item, `${path}[invoice_item]`);
    return store.save('invoiceitem', { ...waiting, invoice: invoice.id });
  }
  const price = chosenPrice(
    call,
    { price: line.pricing?.price, price_data: priceData(call, line, path) },
    'one_time',
    path,
  );
  if ((price === null) === (line.amount === undefined))
    throw invalidRequest(`You must specify exactly one of amount, pricing and price_data in ${path}.`, {
      param: path,
    });
  const pricing = price === null ? null : { price: price.id, product: idOf(price.product) ?? '' };
  return createInvoiceItem(call, {
    customer: idOf(invoice.customer) ?? '',
    currency: invoice.currency,
    unitAmount: price?.unit_amount ?? line.amount ?? 0,
    quantity: line.amount === undefined ? (line.quantity ?? 1) : 1,
    description:
      line.description ?? (pricing === null ? null : (store.find('product', pricing.product)?.name ?? null)),
    pricing,
    period: line.period,
    invoice: invoice.id,
    discountable: line.discountable ?? true,
    metadata: mergeMetadata({}, line.metadata),
    testClock: idOf(invoice.test_clock),
  });
}

/** The product may be created inline as well. */
function priceData(
  call: Call,
  { price_data: data }: SentLine,
  path: string,
): Parameters<typeof chosenPrice>[1]['price_data'] {
  if (data === undefined) return undefined;
  const { product_data: sent, product, ...rest } = data;
  if ((sent === undefined) === (product === undefined))
    throw invalidRequest(`You must specify either product or product_data in ${path}[price_data].`, {
      param: `${path}[price_data][product]`,
    });
  if (sent === undefined) return { ...rest, product: product ?? '' };
  const newProduct = {
    ...blank(call, stripeId('prod'), sent.name),
    metadata: mergeMetadata({}, sent.metadata),
  };
  call.world.store.insert('product', newProduct, null);
  return { ...rest, product: newProduct.id };
}
