/** A new subscription: its items, its first period, and the first invoice with its payment. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { ApiError, invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { scheduleAt, unschedule } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { addIntervals, day, type Period, periodAround } from './calendar.ts';
import { collect, methodFor, pay } from './collecting.ts';
import { finalize } from './finalizing.ts';
import { announce, draftInvoice } from './invoices.ts';
import { itemLine } from './lines.ts';
import { takePendingItems } from './pending-items.ts';
import { planOf, recurrenceOf } from './prices.ts';
import { shareOf } from './prorating.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';
export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';

export type SubscriptionOptions = {
  customer: Stripe.Customer;
  items: { price: Stripe.Price; quantity: number; metadata: Record<string, string> }[];
  anchor: number | null;
  trialEnd: number | null;
  proration: ProrationBehavior;
  paymentBehavior: PaymentBehavior;
  offSession: boolean;
  /** Fields that are copied unchanged. */
  fields: Partial<Stripe.Subscription>;
};

const incompleteSeconds = 23 * 60 * 60;

export function subscribe(call: Call, options: SubscriptionOptions): Stripe.Subscription {
  const { store } = call.world;
  const now = nowSeconds(call.world);
  const recurrence = sameRecurrence(options.items.map(({ price }) => price));
  const natural = addIntervals(now, recurrence, 1);
  if (options.anchor !== null && options.trialEnd === null) checkAnchor(options.anchor, now, natural);
  const anchor = options.trialEnd ?? options.anchor ?? now;
  const period = { start: now, end: anchor > now ? anchor : natural };
  const isFree = options.trialEnd === null && anchor > now && options.proration === 'none';
  const byCard = options.fields.collection_method !== 'send_invoice';
  const id = stripeId('sub');
  const blank: Stripe.Subscription = {
    ...untouched,
    ...options.fields,
    id,
    billing_cycle_anchor: anchor,
    created: now,
    currency: options.items[0]?.price.currency ?? 'usd',
    customer: options.customer.id,
    items: {
      object: 'list',
      data: options.items.map((item) => newItem(call, id, item, period)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    start_date: now,
    status: options.trialEnd !== null ? 'trialing' : isFree || !byCard ? 'active' : 'incomplete',
    trial_end: options.trialEnd,
    trial_start: options.trialEnd === null ? null : now,
  };
  store.insert('subscription', blank, null);
  schedulePeriodEnd(call, blank);
  if (options.trialEnd !== null && options.trialEnd - 3 * day > now)
    scheduleAt(call.world, 'trial_will_end', id, (options.trialEnd - 3 * day) * 1_000);
  if (isFree) {
    emit(call, 'customer.subscription.created', blank);
    return blank;
  }
  const share =
    anchor > now && options.trialEnd === null ? shareOf(period, periodAround(anchor, recurrence, now)) : 1;
  return withFirstInvoice(call, blank, options, { period, share });
}

function withFirstInvoice(
  call: Call,
  blank: Stripe.Subscription,
  options: SubscriptionOptions,
  { period, share }: { period: Period; share: number },
): Stripe.Subscription {
  const { store } = call.world;
  const isTrial = blank.status === 'trialing';
  const draft = draftInvoice(
    call,
    {
      customer: options.customer,
      currency: blank.currency,
      reason: 'subscription_create',
      period: { start: period.start, end: period.start },
      subscription: blank,
      collection: blank.collection_method,
      daysUntilDue: blank.days_until_due,
      autoAdvance: true,
    },
    (invoiceId) => [
      ...takePendingItems(call, invoiceId, options.customer.id, blank.id),
      ...blank.items.data.map((item) => shared(itemLine(call, invoiceId, item, { period, isTrial }), share)),
    ],
  );
  const owes = draft.amount_due > 0 && blank.collection_method === 'charge_automatically';
  const subscription = store.save('subscription', {
    ...blank,
    latest_invoice: draft.id,
    status: blank.status === 'incomplete' && !owes ? 'active' : blank.status,
  });
  emit(call, 'customer.subscription.created', subscription);
  announce(call, draft);
  const invoice = finalize(call, draft, true);
  if (invoice.status === 'open') payFirst(call, invoice, options);
  const now = store.get('subscription', blank.id);
  if (now.status === 'incomplete')
    scheduleAt(call.world, 'incomplete_expires', now.id, (now.created + incompleteSeconds) * 1_000);
  return now;
}

/** `default_incomplete` leaves the payment to the browser; the other behaviors charge the stored card. */
function payFirst(call: Call, invoice: Stripe.Invoice, options: SubscriptionOptions): void {
  if (invoice.collection_method === 'send_invoice') return;
  const methodId = methodFor(call, invoice);
  if (options.paymentBehavior === 'default_incomplete') return;
  if (methodId === null) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing', param: 'default_payment_method' },
    );
  }
  try {
    pay(call, invoice, { methodId, offSession: options.offSession });
  } catch (error) {
    if (!(error instanceof ApiError && error.commitsChanges)) throw error;
    if (options.paymentBehavior === 'error_if_incomplete') throw new ApiError(error.status, error.details);
  }
}

/** Invoices a change immediately, in the middle of a period. */
export function invoiceNow(
  call: Call,
  subscription: Stripe.Subscription,
  lines: (invoiceId: string) => Stripe.InvoiceLineItem[],
): Stripe.Subscription {
  const { store } = call.world;
  const now = nowSeconds(call.world);
  const draft = draftInvoice(
    call,
    {
      customer: store.get('customer', idOf(subscription.customer) ?? ''),
      currency: subscription.currency,
      reason: 'subscription_update',
      period: { start: now, end: now },
      subscription,
      collection: subscription.collection_method,
      daysUntilDue: subscription.days_until_due,
      autoAdvance: true,
    },
    lines,
  );
  store.save('subscription', { ...subscription, latest_invoice: draft.id });
  announce(call, draft);
  const invoice = finalize(call, draft, true);
  if (invoice.status === 'open' && invoice.collection_method === 'charge_automatically')
    collect(call, invoice);
  return store.get('subscription', subscription.id);
}

function checkAnchor(anchor: number, now: number, natural: number): void {
  const param = 'billing_cycle_anchor';
  if (anchor <= now) throw invalidRequest('`billing_cycle_anchor` must be a future timestamp.', { param });
  if (anchor > natural)
    throw invalidRequest(
      `billing_cycle_anchor cannot be later than next natural billing date (${natural}) for plan`,
      { param },
    );
}

export function sameRecurrence(prices: Stripe.Price[]): Stripe.Price.Recurring {
  const [first, ...others] = prices.map(recurrenceOf) as Stripe.Price.Recurring[];
  if (first === undefined)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  if (
    others.some(
      ({ interval, interval_count: count }) => interval !== first.interval || count !== first.interval_count,
    )
  )
    throw invalidRequest(
      'All prices of a subscription must have the same `recurring.interval` and `recurring.interval_count` in this sandbox.',
      {
        param: 'items',
      },
    );
  if (prices.some(({ currency }) => currency !== prices[0]?.currency))
    throw invalidRequest('All prices of a subscription must have the same currency.', { param: 'items' });
  return first;
}

export function newItem(
  call: Call,
  subscription: string,
  { price, quantity, metadata }: { price: Stripe.Price; quantity: number; metadata: Record<string, string> },
  { start, end }: Period,
): Stripe.SubscriptionItem {
  return {
    id: stripeId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: nowSeconds(call.world),
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** In this sandbox, all items of a subscription share one period. */
export function periodOf({ items }: Stripe.Subscription): Period {
  const [item] = items.data;
  if (item === undefined) throw new Error('A subscription has at least one item');
  return { start: item.current_period_start, end: item.current_period_end };
}

export function schedulePeriodEnd(call: Call, subscription: Stripe.Subscription): void {
  unschedule(call.world, subscription.id, 'period_ends');
  scheduleAt(call.world, 'period_ends', subscription.id, periodOf(subscription).end * 1_000);
}

const shared = (line: Stripe.InvoiceLineItem, share: number): Stripe.InvoiceLineItem => {
  const amount = Math.round(line.amount * share);
  return { ...line, amount, subtotal: amount };
};

const untouched = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
} satisfies Partial<Stripe.Subscription>;
