/**
 * `/v1/invoices`: draft, change, finalize, pay, void, write off, list. `billing/collecting.ts` collects
 * their payments.
 */
import type Stripe from 'stripe';
import { pay } from '#sandbox/stripe/billing/collecting.ts';
import {
  cancelPayments,
  finalize,
  markPaid,
  markUncollectible,
  voidInvoice,
} from '#sandbox/stripe/billing/finalizing.ts';
import {
  announce,
  changeInvoice,
  draftInvoice,
  draftSeconds,
  scheduleFinalizing,
  setLines,
} from '#sandbox/stripe/billing/invoices.ts';
import { takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { invoiceSubscription } from '#sandbox/stripe/kinds.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { createParams, listParams, payParams, updateParams } from './invoice-parameters.ts';
import { checkMethod } from './subscription-checks.ts';
import { findSubscription } from './subscriptions.ts';

const invoices = resource('invoice', '/v1/invoices');
export const { find: findInvoice } = invoices;

export const operations = [
  invoices.create(createParams, create),
  operation({ method: 'GET', path: '/v1/invoices', params: listParams, run: list }),
  invoices.read(),
  invoices.on('POST', '', updateParams, update),
  invoices.on('DELETE', '', {}, deleteDraft),
  invoices.on('POST', 'finalize', { ...expand, auto_advance: flag }, (call, invoice, values) => {
    const open = finalize(call, invoice, values.auto_advance);
    return open.status === 'open' && open.auto_advance && open.collection_method === 'charge_automatically'
      ? collectSoon(call, open)
      : open;
  }),
  invoices.on('POST', 'pay', payParams, (call, invoice, values) => {
    const open = invoice.status === 'draft' ? finalize(call, invoice) : invoice;
    if (invoice.status === 'draft' && open.status === 'paid') return open;
    if (values.paid_out_of_band === true) return payOutOfBand(call, open);
    return pay(call, open, {
      methodId: values.payment_method ?? null,
      offSession: values.off_session ?? true,
    });
  }),
  invoices.on('POST', 'void', expand, (call, invoice) => voidInvoice(call, invoice)),
  invoices.on('POST', 'mark_uncollectible', expand, (call, invoice) => markUncollectible(call, invoice)),
];

function list(call: Call, values: Values<typeof listParams>): object {
  const { collection_method: collection, customer, due_date: due, status, subscription } = values;
  const filters = {
    collection_method: collection,
    customer,
    status,
    [invoiceSubscription]: subscription,
  };
  const isDue = ({ due_date: at }: Stripe.Invoice): boolean => at !== null && isWithin(at, due ?? {});
  return listOf(
    call,
    'invoice',
    '/v1/invoices',
    values,
    filters,
    undefined,
    due === undefined ? undefined : isDue,
  );
}

function deleteDraft(call: Call, invoice: Stripe.Invoice): Stripe.DeletedInvoice {
  const { id } = invoice;
  if (invoice.status !== 'draft' || invoice.parent !== null)
    throw invalidRequest('You can only delete one-off draft invoices. Void a finalized invoice instead.');
  for (const item of call.world.store.list('invoiceitem', { filters: { invoice: id }, limit: 1_000 }))
    call.world.store.remove('invoiceitem', item.id);
  call.world.store.remove('invoice', id);
  emit(call, 'invoice.deleted', invoice);
  return { id, object: 'invoice', deleted: true };
}

function create(call: Call, values: Values<typeof createParams>): Stripe.Invoice {
  const subscription =
    values.subscription === undefined
      ? undefined
      : findSubscription(call, values.subscription, 'subscription');
  const customer = customers.find(call, values.customer, 'customer');
  const sends = values.collection_method === 'send_invoice';
  checkMethod(call, values.default_payment_method, customer.id);
  if (sends && values.days_until_due === undefined && values.due_date === undefined)
    throw invalidRequest(
      "If invoice's `collection_method=send_invoice`, you must specify `days_until_due` or `due_date`.",
      {
        param: 'days_until_due',
      },
    );
  if (!sends && (values.days_until_due !== undefined || values.due_date !== undefined))
    throw invalidRequest(
      'You can only set `days_until_due` or `due_date` if `collection_method=send_invoice`.',
      {
        param: 'days_until_due',
      },
    );
  if (values.number !== undefined) checkNumber(call, values.number, null);
  const now = nowSeconds(call.world);
  const blank = draftInvoice(call, {
    customer,
    subscription,
    currency: values.currency ?? subscription?.currency ?? customer.currency ?? 'usd',
    reason: 'manual',
    period: { start: now, end: now },
    collection: values.collection_method ?? 'charge_automatically',
    daysUntilDue: values.days_until_due ?? null,
    dueDate: values.due_date ?? null,
    autoAdvance: values.auto_advance ?? false,
    finalizesAt: values.automatically_finalizes_at ?? null,
    number: values.number ?? null,
    description: values.description ?? null,
    footer: values.footer ?? null,
    customFields: values.custom_fields ?? null,
    statementDescriptor: values.statement_descriptor ?? null,
    defaultMethod: values.default_payment_method ?? null,
    metadata: mergeMetadata({}, values.metadata),
  });
  const takes = values.pending_invoice_items_behavior === 'include';
  const lines = takes ? takePendingItems(call, blank.id, customer.id, subscription?.id ?? null) : [];
  return announce(call, setLines(call, { ...blank, effective_at: values.effective_at ?? null }, lines));
}

/** A finalized invoice is fixed; notes may still be changed. */
function update(call: Call, before: Stripe.Invoice, values: Values<typeof updateParams>): Stripe.Invoice {
  const {
    expand: _expand,
    metadata,
    auto_advance: advances,
    days_until_due: days,
    custom_fields: fields,
    ...rest
  } = values;
  const frozen = Object.entries({ ...rest, days_until_due: days, custom_fields: fields }).find(
    ([name, value]) => value !== undefined && name !== 'default_payment_method',
  );
  if (before.status !== 'draft' && frozen !== undefined)
    throw invalidRequest(`Finalized invoices can't be updated in this way`, {
      code: 'invoice_not_editable',
      param: frozen[0],
    });
  checkMethod(call, values.default_payment_method, idOf(before.customer) ?? '');
  if (values.number) checkNumber(call, values.number, before.id);
  if (days !== undefined) call.world.store.saveSecrets('invoice', before.id, { daysUntilDue: days });
  const sent = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<Stripe.Invoice>;
  const isAdvancing = advances ?? before.auto_advance ?? false;
  const finalizesAt =
    values.automatically_finalizes_at ??
    before.automatically_finalizes_at ??
    nowSeconds(call.world) + draftSeconds;
  const after = changeInvoice(call, before, {
    ...sent,
    auto_advance: isAdvancing,
    automatically_finalizes_at: before.status === 'draft' && isAdvancing ? finalizesAt : null,
    metadata: mergeMetadata(before.metadata, metadata),
    ...(fields === undefined ? {} : { custom_fields: fields }),
    ...(days === undefined ? {} : { due_date: before.created + days * 86_400 }),
  });
  if (after.automatically_finalizes_at !== before.automatically_finalizes_at) scheduleFinalizing(call, after);
  return after;
}

function checkNumber(call: Call, number: string, own: string | null): void {
  const [other] = call.world.store.list('invoice', { filters: { number }, limit: 1 });
  if (other !== undefined && other.id !== own)
    throw invalidRequest(
      `An invoice with the number ${number} already exists. Invoice numbers must be unique.`,
      { param: 'number' },
    );
}

/** Stripe charges one hour after an invoice was finalized manually with `auto_advance`. */
function collectSoon(call: Call, open: Stripe.Invoice): Stripe.Invoice {
  const at = nowSeconds(call.world) + draftSeconds;
  scheduleAt(call.world, 'invoice_retries', open.id, at * 1_000);
  return changeInvoice(call, open, { next_payment_attempt: at });
}

function payOutOfBand(call: Call, open: Stripe.Invoice): Stripe.Invoice {
  if (open.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (open.status === 'void') throw invalidRequest('This invoice can no longer be paid. Its status is void.');
  cancelPayments(call, open.id, 'void_invoice');
  const rest = open.amount_remaining;
  return markPaid(call, open, {
    amount_paid: open.amount_due,
    amount_paid_off_stripe: rest,
    amount_remaining: 0,
    attempted: true,
  });
}

type Range = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
};
const isWithin = (
  value: number,
  { gt = -1, gte = 0, lt = Number.MAX_VALUE, lte = Number.MAX_VALUE }: Range,
): boolean => value > gt && value >= gte && value < lt && value <= lte;
