/**
 * `/v1/invoices`: draft, change, finalize, send, pay, void, write off, list. `billing/collecting.ts` collects
 * their payments.
 */
import type Stripe from 'stripe';
import { creditPayment, pay } from '#sandbox/stripe/billing/collecting.ts';
import { redeem } from '#sandbox/stripe/billing/discounts.ts';
import {
  attachIntent,
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
  linesOf,
  scheduleFinalizing,
  setLines,
} from '#sandbox/stripe/billing/invoices.ts';
import { takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, mergeMetadata, pageOf } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf, pageOfItems } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { invoiceSubscription } from '#sandbox/stripe/kinds.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { createParams, listParams, payParams, updateParams } from './invoice-parameters.ts';
import { checkMethod, findSubscription } from './subscriptions.ts';

/** The invoice, and the call on its customer's clock. */
function on(caller: Call, id: string): { call: Call; invoice: Stripe.Invoice } {
  const invoice = findInvoice(caller, id);
  return { invoice, call: onClock(caller, idOf(invoice.test_clock)) };
}

export const operations = [
  operation({ method: 'POST', path: '/v1/invoices', params: createParams, run: create }),
  operation({
    method: 'GET',
    path: '/v1/invoices',
    params: listParams,
    run: (call, values) => {
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
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: expand,
    run: (call, _values, { id }) => findInvoice(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id',
    params: updateParams,
    run: (caller, values, { id }) => {
      const { call, invoice } = on(caller, id);
      return update(call, invoice, values);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/invoices/:id',
    params: {},
    run: (call, _values, { id }) => {
      const invoice = findInvoice(call, id);
      if (invoice.status !== 'draft' || invoice.parent !== null)
        throw invalidRequest('You can only delete one-off draft invoices. Void a finalized invoice instead.');
      for (const item of call.world.store.list('invoiceitem', { filters: { invoice: id }, limit: 1_000 }))
        call.world.store.remove('invoiceitem', item.id);
      call.world.store.remove('invoice', id);
      emit(call, 'invoice.deleted', invoice);
      return { id, object: 'invoice', deleted: true } satisfies Stripe.DeletedInvoice;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: pageOf,
    run: (call, values, { id }) =>
      pageOfItems(linesOf(call, findInvoice(call, id).id), values, `/v1/invoices/${id}/lines`, 'line_item'),
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: { ...expand, auto_advance: flag },
    run: (caller, values, { id }) => {
      const { call, invoice } = on(caller, id);
      const open = finalize(call, invoice, values.auto_advance);
      return open.status === 'open' && open.auto_advance && open.collection_method === 'charge_automatically'
        ? collectSoon(call, open)
        : open;
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/send',
    params: expand,
    run: (caller, _values, { id }) => {
      const { call, invoice } = on(caller, id);
      if (invoice.collection_method !== 'send_invoice')
        throw invalidRequest(
          'You can only manually send an invoice if its collection method is `send_invoice`.',
        );
      if (invoice.status === 'void' || invoice.status === 'uncollectible')
        throw invalidRequest(`You can not send an invoice that is ${invoice.status}.`);
      const open = invoice.status === 'draft' ? finalize(call, invoice) : invoice;
      emit(call, 'invoice.sent', open);
      return open;
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: payParams,
    run: (caller, values, { id }) => {
      const { call, invoice } = on(caller, id);
      const open = invoice.status === 'draft' ? finalize(call, invoice) : invoice;
      if (invoice.status === 'draft' && open.status === 'paid') return open;
      if (values.paid_out_of_band === true) return payOutOfBand(call, open);
      return pay(call, open, {
        methodId: values.payment_method ?? null,
        offSession: values.off_session ?? true,
      });
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: expand,
    run: (caller, _values, { id }) => {
      const { call, invoice } = on(caller, id);
      return voidInvoice(call, invoice);
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    params: expand,
    run: (caller, _values, { id }) => {
      const { call, invoice } = on(caller, id);
      return markUncollectible(call, invoice);
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/invoices/:id/attach_payment',
    params: { ...expand, payment_intent: text() },
    run: (caller, values, { id }) => {
      const { call, invoice } = on(caller, id);
      return attachPayment(call, invoice, values.payment_intent);
    },
  }),
];

export function findInvoice(call: Call, id: string, param = 'id'): Stripe.Invoice {
  const invoice = call.world.store.find('invoice', id);
  if (invoice === null) throw noSuch('invoice', id, param);
  return invoice;
}

function create(caller: Call, values: Values<typeof createParams>): Stripe.Invoice {
  const subscription =
    values.subscription === undefined
      ? undefined
      : findSubscription(caller, values.subscription, 'subscription');
  const customer = customers.find(caller, values.customer, 'customer');
  const call = onClock(caller, idOf(customer.test_clock));
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
  const discounts = redeem(call, values.discounts, { customer: customer.id, invoice: blank.id });
  const takes = values.pending_invoice_items_behavior === 'include';
  const lines = takes ? takePendingItems(call, blank.id, customer.id, subscription?.id ?? null) : [];
  return announce(
    call,
    setLines(call, { ...blank, discounts, effective_at: values.effective_at ?? null }, lines),
  );
}

/** A finalized invoice is fixed; notes may still be changed. */
function update(call: Call, before: Stripe.Invoice, values: Values<typeof updateParams>): Stripe.Invoice {
  const {
    expand: _expand,
    metadata,
    auto_advance: advances,
    discounts,
    days_until_due: days,
    custom_fields: fields,
    ...rest
  } = values;
  const frozen = Object.entries({ ...rest, discounts, days_until_due: days, custom_fields: fields }).find(
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
  if (discounts === undefined) return after;
  const ids = redeem(call, discounts, { customer: idOf(before.customer) ?? '', invoice: before.id });
  return setLines(call, { ...after, discounts: ids }, linesOf(call, before.id));
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

function attachPayment(call: Call, invoice: Stripe.Invoice, intentId: string | undefined): Stripe.Invoice {
  const { store } = call.world;
  if (intentId === undefined)
    throw invalidRequest('Missing required param: payment_intent.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  const intent = store.find('payment_intent', intentId);
  if (intent === null) throw noSuch('payment_intent', intentId, 'payment_intent');
  if (invoice.status !== 'open')
    throw invalidRequest(
      `You can only attach a payment to an open invoice. This invoice is ${invoice.status}.`,
    );
  if (store.list('invoice_payment', { filters: { 'payment.payment_intent': intentId }, limit: 1 }).length > 0)
    throw invalidRequest('This PaymentIntent is already attached to an invoice.', {
      param: 'payment_intent',
    });
  if (
    intent.currency !== invoice.currency ||
    (intent.customer !== null && intent.customer !== invoice.customer)
  )
    throw invalidRequest('The PaymentIntent must have the same customer and currency as the invoice.', {
      param: 'payment_intent',
    });
  const payment = attachIntent(call, invoice, intent, {
    isDefault: false,
    requested: Math.min(intent.amount, invoice.amount_remaining),
  });
  if (intent.status === 'succeeded') creditPayment(call, invoice, payment, intent);
  return findInvoice(call, invoice.id);
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
