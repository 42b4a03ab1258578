/**
 * Parameters of each call on a subscription. `satisfies` proves that every name exists in the official SDK of
 * this version.
 */
import type Stripe from 'stripe';
import { oneTimePriceData, recurringPriceData } from '#sandbox/stripe/billing/prices.ts';
import { currency } from '#sandbox/stripe/currencies.ts';
import { datedPageOf, expand, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import {
  either,
  emptyable,
  flag,
  group,
  integer,
  list,
  needed,
  oneOf,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';

const moment = integer({ least: 0 });
const collection = oneOf(['charge_automatically', 'send_invoice']);
const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

const prorationBehavior = oneOf(['always_invoice', 'create_prorations', 'none']);
const cancellationDetails = group({ comment: emptyable(text()), feedback: emptyable(oneOf(feedbacks)) });
const paymentSettings = group({
  payment_method_types: emptyable(list(oneOf(['card']))),
  save_default_payment_method: oneOf(['off', 'on_subscription']),
});
const trialSettings = group({
  end_behavior: needed(
    group({
      missing_payment_method: needed(oneOf(['cancel', 'create_invoice', 'pause'])),
      billing_cycle_anchor: oneOf(['now', 'unchanged']),
    }),
  ),
});
const addInvoiceItems = list(
  group({ price_data: needed(oneTimePriceData), quantity: integer({ least: 1 }), metadata }),
);

const itemParams = { metadata, price_data: recurringPriceData, quantity: integer({ least: 0 }) };

export const createParams = {
  ...expand,
  add_invoice_items: addInvoiceItems,
  billing_cycle_anchor: moment,
  billing_cycle_anchor_config: group({
    day_of_month: needed(integer({ least: 1, most: 31 })),
    hour: integer({ least: 0, most: 23 }),
    minute: integer({ least: 0, most: 59 }),
    month: integer({ least: 1, most: 12 }),
    second: integer({ least: 0, most: 59 }),
  }),
  billing_mode: group({ type: needed(oneOf(['flexible'])) }),
  cancel_at: moment,
  cancel_at_period_end: flag,
  collection_method: collection,
  currency,
  customer: needed(text()),
  days_until_due: integer({ least: 0, most: 730 }),
  default_payment_method: text(),
  description: text(500),
  items: needed(list(group(itemParams))),
  metadata,
  off_session: flag,
  payment_behavior: oneOf(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']),
  payment_settings: paymentSettings,
  proration_behavior: prorationBehavior,
  trial_end: either(oneOf(['now']), moment),
  trial_period_days: integer({ least: 1, most: 730 }),
  trial_settings: trialSettings,
} satisfies Schema & { [K in keyof Stripe.SubscriptionCreateParams]?: unknown };

export const updateParams = {
  ...expand,
  billing_cycle_anchor: group({ type: needed(oneOf(['now', 'unchanged'])) }),
  cancel_at: emptyable(moment),
  cancel_at_period_end: flag,
  cancellation_details: cancellationDetails,
  collection_method: collection,
  days_until_due: integer({ least: 0, most: 730 }),
  default_payment_method: text(),
  description: emptyable(text(500)),
  items: list(group({ ...itemParams, id: text(), deleted: flag })),
  metadata,
  off_session: flag,
  pause_collection: emptyable(
    group({ behavior: needed(oneOf(['keep_as_draft', 'mark_uncollectible', 'void'])), resumes_at: moment }),
  ),
  payment_behavior: oneOf(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']),
  payment_settings: paymentSettings,
  proration_behavior: prorationBehavior,
  proration_date: moment,
  trial_end: either(oneOf(['now']), moment),
  trial_settings: trialSettings,
} satisfies Schema & { [K in keyof Stripe.SubscriptionUpdateParams]?: unknown };

export const cancelParams = {
  ...expand,
  cancellation_details: cancellationDetails,
  invoice_now: flag,
  prorate: flag,
} satisfies Schema & { [K in keyof Stripe.SubscriptionCancelParams]?: unknown };

export const listParams = {
  ...datedPageOf,
  collection_method: collection,
  customer: text(),
  price: text(),
  status: oneOf([
    'active',
    'all',
    'canceled',
    'ended',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ]),
} satisfies Schema & { [K in keyof Stripe.SubscriptionListParams]?: unknown };
