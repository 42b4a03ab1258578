/**
 * `/v1/credit_notes`: preview, issue, read, annotate, void. `billing/crediting.ts` applies them to an
 * invoice.
 */
import type Stripe from 'stripe';
import {
  type CreditOptions,
  issueCredit,
  planCredit,
  voidCredit,
} from '#sandbox/stripe/billing/crediting.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import {
  datedPageOf,
  expand,
  mergeMetadata,
  metadata,
  pageOf,
} from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import {
  group,
  integer,
  list,
  needed,
  oneOf,
  type Schema,
  text,
  type Values,
} from '#sandbox/stripe/http/parameters.ts';
import { listOf, pageOfItems } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { findInvoice } from './invoices.ts';

const positive = integer({ least: 0 });

const createParams = {
  ...expand,
  amount: positive,
  credit_amount: positive,
  effective_at: positive,
  email_type: oneOf(['credit_note', 'none']),
  invoice: needed(text()),
  lines: list(
    group({
      type: needed(oneOf(['custom_line_item', 'invoice_line_item'])),
      amount: positive,
      description: text(),
      invoice_line_item: text(),
      quantity: positive,
      unit_amount: positive,
    }),
  ),
  memo: text(),
  metadata,
  out_of_band_amount: positive,
  reason: oneOf(['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory']),
  refund_amount: positive,
  refunds: list(group({ refund: needed(text()), amount_refunded: positive, type: oneOf(['refund']) })),
} satisfies Schema & { [K in keyof Stripe.CreditNoteCreateParams]?: unknown };

const optionsOf = (values: Values<typeof createParams>): CreditOptions => ({
  amount: values.amount ?? null,
  lines: values.lines ?? [],
  refundAmount: values.refund_amount ?? 0,
  creditAmount: values.credit_amount ?? 0,
  outOfBandAmount: values.out_of_band_amount ?? 0,
  refunds: (values.refunds ?? []).map(({ refund, amount_refunded: amount }) => ({
    refund,
    amount: amount ?? null,
  })),
  memo: values.memo ?? null,
  reason: values.reason ?? null,
  effectiveAt: values.effective_at ?? null,
  metadata: mergeMetadata({}, values.metadata),
});

const on = (caller: Call, invoice: Stripe.Invoice): Call => onClock(caller, idOf(invoice.test_clock));

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/credit_notes',
    params: createParams,
    run: (call, values) => {
      const invoice = findInvoice(call, values.invoice, 'invoice');
      return issueCredit(on(call, invoice), invoice, optionsOf(values));
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/credit_notes/preview',
    params: createParams,
    run: (call, values) => {
      const invoice = findInvoice(call, values.invoice, 'invoice');
      return planCredit(on(call, invoice), invoice, optionsOf(values)).note;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/credit_notes',
    params: { ...datedPageOf, customer: text(), invoice: text() },
    run: (call, values) =>
      listOf(call, 'credit_note', '/v1/credit_notes', values, {
        customer: values.customer,
        invoice: values.invoice,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/credit_notes/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'GET',
    path: '/v1/credit_notes/:id/lines',
    params: pageOf,
    run: (call, values, { id }) => {
      const { lines } = call.world.store.secretsOf('credit_note', find(call, id).id);
      return pageOfItems(lines, values, `/v1/credit_notes/${id}/lines`, 'credit_note_line_item');
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/credit_notes/:id',
    params: { ...expand, memo: text(), metadata },
    run: (call, values, { id }) => {
      const before = find(call, id);
      const after = {
        ...before,
        memo: values.memo ?? before.memo,
        metadata: mergeMetadata(before.metadata, values.metadata),
      };
      call.world.store.save('credit_note', after);
      emit(call, 'credit_note.updated', after, changesBetween(before, after));
      return after;
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/credit_notes/:id/void',
    params: expand,
    run: (call, _values, { id }) => {
      const note = find(call, id);
      return voidCredit(on(call, findInvoice(call, idOf(note.invoice) ?? '')), note);
    },
  }),
];

function find(call: Call, id: string): Stripe.CreditNote {
  const note = call.world.store.find('credit_note', id);
  if (note === null) throw noSuch('creditnote', id);
  return note;
}
