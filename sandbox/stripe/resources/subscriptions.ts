/** `/v1/subscriptions`: create, read, change, cancel, list. `billing/renewing.ts` implements renewals. */
import type Stripe from 'stripe';
import { createInvoiceItem, takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import { inlinePrice } from '#sandbox/stripe/billing/prices.ts';
import { changeSubscription, end, hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { invoiceNow, subscribe } from '#sandbox/stripe/billing/subscribing.ts';
import { prorate } from '#sandbox/stripe/billing/prorating.ts';
import { day, nextAnchor } from '#sandbox/stripe/billing/calendar.ts';
import { mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf, runningSubscriptions } from '#sandbox/stripe/http/present.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { checkMethod, checkTrialEnd, neededPrice, toTrialSettings } from './subscription-checks.ts';
import { cancelParams, createParams, listParams, updateParams } from './subscription-parameters.ts';
import { updateSubscription } from './subscription-update.ts';

const subscriptions = resource('subscription', '/v1/subscriptions');
export const { find: findSubscription } = subscriptions;

export const operations = [
  subscriptions.create(createParams, create),
  operation({ method: 'GET', path: '/v1/subscriptions', params: listParams, run: list }),
  subscriptions.read(),
  subscriptions.on('POST', '', updateParams, updateSubscription),
  subscriptions.on('DELETE', '', cancelParams, cancel),
];

function list(call: Call, values: Values<typeof listParams>): object {
  const { status, price, customer, collection_method: collection } = values;
  if (customer !== undefined) customers.find(call, customer, 'customer');
  const among =
    status === undefined
      ? runningSubscriptions
      : status === 'ended'
        ? { field: 'status', values: ['canceled', 'incomplete_expired'] }
        : undefined;
  const exact = status === undefined || status === 'ended' || status === 'all' ? undefined : status;
  const filters = { customer, status: exact, collection_method: collection };
  const matches = ({ items }: Stripe.Subscription): boolean =>
    price === undefined || items.data.some((item) => item.price.id === price);
  return listOf(call, 'subscription', '/v1/subscriptions', values, filters, among, matches);
}

function cancel(
  call: Call,
  before: Stripe.Subscription,
  values: Values<typeof cancelParams>,
): Stripe.Subscription {
  if (hasEnded(before)) throw noSuch('subscription', before.id);
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
  return end(call, findSubscription(call, before.id), { reason: 'cancellation_requested', details });
}

function create(call: Call, values: Values<typeof createParams>): Stripe.Subscription {
  const customer = customers.find(call, values.customer, 'customer');
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
    price: neededPrice(call, item.price_data, `items[${at}]`),
    quantity: item.quantity ?? 1,
    metadata: mergeMetadata({}, item.metadata),
  }));
  for (const [at, added] of (values.add_invoice_items ?? []).entries()) {
    const price = inlinePrice(call, added.price_data, `add_invoice_items[${at}][price_data]`);
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
