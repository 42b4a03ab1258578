/** `/v1/subscriptions`: create, read, change, cancel, list. `billing/renewing.ts` implements renewals. */
import type Stripe from 'stripe';
import { redeem } from '#sandbox/stripe/billing/discounts.ts';
import { createInvoiceItem } from '#sandbox/stripe/billing/pending-items.ts';
import { chosenPrice } from '#sandbox/stripe/billing/prices.ts';
import { changeSubscription, end, hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { invoiceNow, subscribe } from '#sandbox/stripe/billing/subscribing.ts';
import { prorate } from '#sandbox/stripe/billing/prorating.ts';
import { takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { day, nextAnchor } from '#sandbox/stripe/billing/calendar.ts';
import { mergeMetadata, expand } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf, runningSubscriptions } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { updateSubscription } from './subscription-update.ts';
import { cancelParams, createParams, listParams, updateParams } from './subscription-parameters.ts';

export const operations = [
  operation({ method: 'POST', path: '/v1/subscriptions', params: createParams, run: create }),
  operation({
    method: 'GET',
    path: '/v1/subscriptions',
    params: listParams,
    run: (call, values) => {
      const { status, price, customer, collection_method: collection, test_clock: clock } = values;
      if (customer !== undefined) customers.find(call, customer, 'customer');
      const among =
        status === undefined
          ? runningSubscriptions
          : status === 'ended'
            ? { field: 'status', values: ['canceled', 'incomplete_expired'] }
            : undefined;
      const exact = status === undefined || status === 'ended' || status === 'all' ? undefined : status;
      const filters = { customer, status: exact, collection_method: collection, test_clock: clock };
      const matches = ({ items }: Stripe.Subscription): boolean =>
        price === undefined || items.data.some((item) => item.price.id === price);
      return listOf(call, 'subscription', '/v1/subscriptions', values, filters, among, matches);
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: expand,
    run: (call, _values, { id }) => findSubscription(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: updateParams,
    run: (call, values, { id }) => {
      const before = findSubscription(call, id);
      return updateSubscription(onClock(call, idOf(before.test_clock)), before, values);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: cancelParams,
    run: (caller, values, { id }) => {
      const before = findSubscription(caller, id);
      const call = onClock(caller, idOf(before.test_clock));
      if (hasEnded(before)) throw noSuch('subscription', id);
      if (values.prorate === true)
        for (const item of before.items.data)
          prorate(call, before, { before: item, after: null, at: nowSeconds(call.world) });
      if (values.invoice_now === true)
        invoiceNow(call, before, (invoiceId) =>
          takePendingItems(call, invoiceId, idOf(before.customer) ?? '', before.id),
        );
      const { comment, feedback } = values.cancellation_details ?? {};
      const details = {
        ...(comment === undefined ? {} : { comment }),
        ...(feedback === undefined ? {} : { feedback }),
      };
      return end(call, findSubscription(call, id), { reason: 'cancellation_requested', details });
    },
  }),
];

export function findSubscription(call: Call, id: string, param = 'id'): Stripe.Subscription {
  const subscription = call.world.store.find('subscription', id);
  if (subscription === null) throw noSuch('subscription', id, param);
  return subscription;
}

function create(caller: Call, values: Values<typeof createParams>): Stripe.Subscription {
  const customer = customers.find(caller, values.customer, 'customer');
  const call = onClock(caller, idOf(customer.test_clock));
  checkMethod(call, values.default_payment_method, customer.id);
  if (values.items.length === 0)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  if (values.items.length > 20)
    throw invalidRequest('A subscription has at most 20 items.', { param: 'items' });
  if (values.collection_method === 'send_invoice' && values.days_until_due === undefined)
    throw invalidRequest('When `collection_method` is `send_invoice`, you must specify `days_until_due`.', {
      param: 'days_until_due',
    });
  const items = values.items.map((item, at) => ({
    price: neededPrice(call, item, `items[${at}]`),
    quantity: item.quantity ?? 1,
    metadata: mergeMetadata({}, item.metadata),
  }));
  for (const [at, added] of (values.add_invoice_items ?? []).entries()) {
    const price = chosenPrice(call, added, 'one_time', `add_invoice_items[${at}]`);
    if (price === null) throw missingPrice(`add_invoice_items[${at}]`);
    const pricing = { price: price.id, product: idOf(price.product) ?? '' };
    const options = {
      customer: customer.id,
      currency: price.currency,
      unitAmount: price.unit_amount ?? 0,
      quantity: added.quantity ?? 1,
      pricing,
    };
    const name = call.world.store.find('product', pricing.product)?.name ?? null;
    createInvoiceItem(call, {
      ...options,
      description: name,
      metadata: mergeMetadata({}, added.metadata),
      testClock: idOf(customer.test_clock),
    });
  }
  const subscription = subscribe(call, {
    customer,
    items,
    anchor: anchorIn(call, values),
    trialEnd: trialEndOf(call, values),
    proration: values.proration_behavior ?? 'create_prorations',
    paymentBehavior: values.payment_behavior ?? 'allow_incomplete',
    offSession: values.off_session ?? false,
    discountsFor: (id) => redeem(call, values.discounts, { customer: customer.id, subscription: id }),
    fields: {
      billing_cycle_anchor_config: toAnchorConfig(values.billing_cycle_anchor_config),
      collection_method: values.collection_method ?? 'charge_automatically',
      days_until_due: values.days_until_due ?? null,
      default_payment_method: values.default_payment_method ?? null,
      description: values.description ?? null,
      metadata: mergeMetadata({}, values.metadata),
      payment_settings: {
        payment_method_options: null,
        payment_method_types: values.payment_settings?.payment_method_types ?? null,
        save_default_payment_method: values.payment_settings?.save_default_payment_method ?? 'off',
      },
      ...(values.trial_settings === undefined
        ? {}
        : { trial_settings: toTrialSettings(values.trial_settings) }),
    },
  });
  return withRequestedEnd(call, subscription, values);
}

type SentAnchor = NonNullable<Values<typeof createParams>['billing_cycle_anchor_config']>;

const toAnchorConfig = (sent: SentAnchor | undefined): Stripe.Subscription.BillingCycleAnchorConfig | null =>
  sent === undefined
    ? null
    : {
        day_of_month: sent.day_of_month,
        hour: sent.hour ?? null,
        minute: sent.minute ?? null,
        month: sent.month ?? null,
        second: sent.second ?? null,
      };

/** Omitted hours default to the time of creation. */
function anchorIn(
  call: Call,
  { billing_cycle_anchor: at, billing_cycle_anchor_config: config }: Values<typeof createParams>,
): number | null {
  if (config === undefined) return at ?? null;
  if (at !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.',
      {
        param: 'billing_cycle_anchor_config',
      },
    );
  const now = nowSeconds(call.world);
  const time = new Date(now * 1_000);
  const {
    day_of_month,
    month = null,
    hour = time.getUTCHours(),
    minute = time.getUTCMinutes(),
    second = time.getUTCSeconds(),
  } = config;
  return nextAnchor({ day_of_month, month, hour, minute, second }, now);
}

/** A cancellation that was requested at creation is applied as an update. */
function withRequestedEnd(
  call: Call,
  subscription: Stripe.Subscription,
  values: Values<typeof createParams>,
): Stripe.Subscription {
  if (values.cancel_at !== undefined && values.cancel_at <= nowSeconds(call.world))
    throw invalidRequest('The timestamp given in `cancel_at` must be in the future.', { param: 'cancel_at' });
  const at = values.cancel_at_period_end
    ? (subscription.items.data[0]?.current_period_end ?? null)
    : (values.cancel_at ?? null);
  if (at === null) return subscription;
  if (!values.cancel_at_period_end) scheduleAt(call.world, 'cancellation_due', subscription.id, at * 1_000);
  return changeSubscription(call, subscription, {
    cancel_at: at,
    cancel_at_period_end: values.cancel_at_period_end ?? false,
    canceled_at: nowSeconds(call.world),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  });
}

function trialEndOf(
  call: Call,
  values: Pick<Values<typeof createParams>, 'trial_end' | 'trial_period_days'>,
): number | null {
  const now = nowSeconds(call.world);
  if (values.trial_end !== undefined && values.trial_period_days !== undefined)
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    });
  if (values.trial_period_days !== undefined) return now + values.trial_period_days * day;
  if (values.trial_end === undefined || values.trial_end === 'now') return null;
  return checkTrialEnd(values.trial_end, now);
}

export function checkTrialEnd(trialEnd: number, now: number): number {
  if (trialEnd <= now)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  if (trialEnd > now + 730 * day)
    throw invalidRequest('The trial end date has to be at most two years from now.', { param: 'trial_end' });
  return trialEnd;
}

type SentTrialSettings = {
  end_behavior: {
    missing_payment_method: 'cancel' | 'create_invoice' | 'pause';
    billing_cycle_anchor?: 'now' | 'unchanged' | undefined;
  };
};

export const toTrialSettings = ({
  end_behavior: sent,
}: SentTrialSettings): Stripe.Subscription.TrialSettings => ({
  end_behavior: {
    billing_cycle_anchor: sent.billing_cycle_anchor ?? null,
    missing_payment_method: sent.missing_payment_method,
  },
});

/** A subscription can only renew with a card of its customer. */
export function checkMethod(call: Call, methodId: string | undefined, customerId: string): void {
  if (methodId === undefined || call.world.store.find('payment_method', methodId)?.customer === customerId)
    return;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

const missingPrice = (path: string) =>
  invalidRequest(`Missing required param: ${path}[price].`, {
    code: 'parameter_missing',
    param: `${path}[price]`,
  });

export function neededPrice(
  call: Call,
  choice: Parameters<typeof chosenPrice>[1],
  path: string,
): Stripe.Price {
  const price = chosenPrice(call, choice, 'recurring', path);
  if (price === null) throw missingPrice(path);
  return price;
}
