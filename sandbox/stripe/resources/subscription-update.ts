/** Updates a subscription: its items and prices, its card, its end, its trial, its pause. */
import type Stripe from 'stripe';
import { addIntervals } from '#sandbox/stripe/billing/calendar.ts';
import { itemLine } from '#sandbox/stripe/billing/lines.ts';
import { takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import { planOf, recurrenceOf } from '#sandbox/stripe/billing/prices.ts';
import { prorate } from '#sandbox/stripe/billing/prorating.ts';
import {
  invoiceNow,
  newItem,
  periodOf,
  type ProrationBehavior,
  sameRecurrence,
  schedulePeriodEnd,
} from '#sandbox/stripe/billing/subscribing.ts';
import { changeSubscription, hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { checkMethod, checkTrialEnd, neededPrice, toTrialSettings } from './subscription-checks.ts';
import type { updateParams } from './subscription-parameters.ts';

type Sent = Values<typeof updateParams>;

export function updateSubscription(
  call: Call,
  before: Stripe.Subscription,
  values: Sent,
): Stripe.Subscription {
  checkChangeable(before, values);
  checkMethod(call, values.default_payment_method, idOf(before.customer) ?? '');
  const change: Partial<Stripe.Subscription> = {
    ...plainChanges(before, values),
    ...endingChanges(call, before, values),
  };
  if (values.pause_collection !== undefined) {
    const sent = values.pause_collection;
    change.pause_collection =
      sent === null ? null : { behavior: sent.behavior, resumes_at: sent.resumes_at ?? null };
    if (sent?.resumes_at !== undefined)
      scheduleAt(call.world, 'collection_resumes', before.id, sent.resumes_at * 1_000);
  }
  const proration = values.proration_behavior ?? 'create_prorations';
  const changed = changeItems(call, { ...before, ...change }, values.items ?? [], {
    proration,
    at: values.proration_date ?? nowSeconds(call.world),
  });
  const startsNow = values.billing_cycle_anchor?.type === 'now' || values.trial_end === 'now';
  const later =
    typeof values.trial_end === 'number' ? checkTrialEnd(values.trial_end, nowSeconds(call.world)) : null;
  if (later !== null) return startTrial(call, before, changed.subscription, later);
  if (startsNow || changed.newRhythm) return restart(call, before, changed.subscription);
  const after = changeSubscription(call, before, changed.subscription);
  if (proration !== 'always_invoice' || !changed.prorated) return after;
  return invoiceNow(call, after, (invoiceId) =>
    takePendingItems(call, invoiceId, idOf(after.customer) ?? '', after.id),
  );
}

/** Only the notes of an ended subscription can change. */
function checkChangeable(before: Stripe.Subscription, values: Sent): void {
  const touched = Object.entries(values).filter(([name, value]) => value !== undefined && name !== 'expand');
  if (hasEnded(before) && touched.some(([name]) => name !== 'metadata' && name !== 'cancellation_details')) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
}

function plainChanges(before: Stripe.Subscription, values: Sent): Partial<Stripe.Subscription> {
  const stored = before.payment_settings;
  return {
    metadata: mergeMetadata(before.metadata, values.metadata),
    ...(values.collection_method === undefined ? {} : { collection_method: values.collection_method }),
    ...(values.days_until_due === undefined ? {} : { days_until_due: values.days_until_due }),
    ...(values.default_payment_method === undefined
      ? {}
      : { default_payment_method: values.default_payment_method }),
    ...(values.description === undefined ? {} : { description: values.description }),
    ...(values.trial_settings === undefined
      ? {}
      : { trial_settings: toTrialSettings(values.trial_settings) }),
    ...(values.payment_settings === undefined
      ? {}
      : {
          payment_settings: {
            payment_method_options: null,
            payment_method_types:
              values.payment_settings.payment_method_types ?? stored?.payment_method_types ?? null,
            save_default_payment_method:
              values.payment_settings.save_default_payment_method ??
              stored?.save_default_payment_method ??
              'off',
          },
        }),
  };
}

/** Schedules a cancellation, or revokes it before it takes effect. */
function endingChanges(call: Call, before: Stripe.Subscription, values: Sent): Partial<Stripe.Subscription> {
  const now = nowSeconds(call.world);
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details } = values;
  if (at !== undefined && at !== null && atEnd === true)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  if (typeof at === 'number' && at <= now)
    throw invalidRequest('The timestamp given in `cancel_at` must be in the future.', { param: 'cancel_at' });
  const words = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
    ...before.cancellation_details,
  };
  const description = {
    ...words,
    ...(details?.comment === undefined ? {} : { comment: details.comment }),
    ...(details?.feedback === undefined ? {} : { feedback: details.feedback }),
  };
  if (atEnd === true || typeof at === 'number') {
    if (typeof at === 'number') scheduleAt(call.world, 'cancellation_due', before.id, at * 1_000);
    return {
      cancel_at: typeof at === 'number' ? at : periodOf(before).end,
      cancel_at_period_end: atEnd ?? false,
      canceled_at: now,
      cancellation_details: { ...description, reason: 'cancellation_requested' },
    };
  }
  const isTakenBack = !hasEnded(before) && ((atEnd === false && before.cancel_at_period_end) || at === null);
  if (isTakenBack)
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...description, reason: null },
    };
  return details === undefined ? {} : { cancellation_details: description };
}

type ItemChange = NonNullable<Sent['items']>[number];
type Changed = { subscription: Stripe.Subscription; newRhythm: boolean; prorated: boolean };

function changeItems(
  call: Call,
  subscription: Stripe.Subscription,
  sent: ItemChange[],
  { proration, at }: { proration: ProrationBehavior; at: number },
): Changed {
  let items = subscription.items.data;
  let prorated = false;
  const rhythm = sameRecurrence(items.map(({ price }) => price));
  for (const [position, options] of sent.entries()) {
    const path = `items[${position}]`;
    const before = options.id === undefined ? null : (items.find(({ id }) => id === options.id) ?? null);
    if (options.id !== undefined && before === null)
      throw noSuch('subscription_item', options.id, `${path}[id]`);
    const after = options.deleted === true ? null : changedItem(call, subscription, before, options, path);
    items =
      before === null
        ? [...items, ...(after === null ? [] : [after])]
        : items.flatMap((item) => (item.id !== before.id ? [item] : (after ?? [])));
    const isSamePrice = before?.price.id === after?.price.id && before?.quantity === after?.quantity;
    if (isSamePrice || proration === 'none') continue;
    prorate(call, subscription, {
      before,
      after: after !== null && isSameRhythm(after.price, rhythm) ? after : null,
      at,
    });
    prorated = true;
  }
  if (items.length === 0)
    throw invalidRequest('A subscription must have at least one active item.', { param: 'items' });
  const next = sameRecurrence(items.map(({ price }) => price));
  const newRhythm = next.interval !== rhythm.interval || next.interval_count !== rhythm.interval_count;
  return {
    subscription: { ...subscription, items: { ...subscription.items, data: items } },
    newRhythm,
    prorated,
  };
}

const isSameRhythm = (
  price: Stripe.Price,
  { interval, interval_count: count }: Stripe.Price.Recurring,
): boolean => {
  const own = recurrenceOf(price);
  return own.interval === interval && own.interval_count === count;
};

function changedItem(
  call: Call,
  subscription: Stripe.Subscription,
  before: Stripe.SubscriptionItem | null,
  options: ItemChange,
  path: string,
): Stripe.SubscriptionItem {
  const price =
    before !== null && options.price_data === undefined
      ? before.price
      : neededPrice(call, options.price_data, path);
  if (before === null)
    return newItem(
      call,
      subscription.id,
      { price, quantity: options.quantity ?? 1, metadata: mergeMetadata({}, options.metadata) },
      periodOf(subscription),
    );
  return {
    ...before,
    price,
    plan: planOf(price),
    quantity: options.quantity ?? before.quantity ?? 1,
    metadata: mergeMetadata(before.metadata, options.metadata),
  };
}

/** The period begins now: the anchor moves and the new period is invoiced immediately. */
function restart(call: Call, before: Stripe.Subscription, changed: Stripe.Subscription): Stripe.Subscription {
  const now = nowSeconds(call.world);
  const recurrence = sameRecurrence(changed.items.data.map(({ price }) => price));
  const period = { start: now, end: addIntervals(now, recurrence, 1) };
  const data = changed.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const isTrial = before.status === 'trialing';
  const after = changeSubscription(call, before, {
    ...changed,
    billing_cycle_anchor: now,
    items: { ...changed.items, data },
    ...(isTrial ? { status: 'active', trial_end: now } : {}),
    ...(changed.cancel_at_period_end ? { cancel_at: period.end } : {}),
  });
  schedulePeriodEnd(call, after);
  return invoiceNow(call, after, (invoiceId) => [
    ...takePendingItems(call, invoiceId, idOf(after.customer) ?? '', after.id),
    ...data.map((item) => itemLine(call, invoiceId, item, { period })),
  ]);
}

/** Nothing is charged until the trial ends; the anchor moves to that time. */
function startTrial(
  call: Call,
  before: Stripe.Subscription,
  changed: Stripe.Subscription,
  trialEnd: number,
): Stripe.Subscription {
  const data = changed.items.data.map((item) => ({ ...item, current_period_end: trialEnd }));
  const after = changeSubscription(call, before, {
    ...changed,
    billing_cycle_anchor: trialEnd,
    items: { ...changed.items, data },
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: before.trial_start ?? nowSeconds(call.world),
  });
  schedulePeriodEnd(call, after);
  return after;
}
