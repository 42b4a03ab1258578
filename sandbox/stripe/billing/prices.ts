/** Prices as objects: from the `price_data` of a call, and as the legacy `plan`. */
import type Stripe from 'stripe';
import { currency } from '#sandbox/stripe/currencies.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { type Field, group, integer, needed, oneOf, text } from '#sandbox/stripe/http/parameters.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import type { Recurrence } from './calendar.ts';

/** A decimal is text on the wire. The SDK's type for it exists only after the SDK has parsed it. */
export const decimal = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal;

const intervals = ['day', 'week', 'month', 'year'] as const;
const mostIntervals: Record<string, number> = { day: 1_095, week: 156, month: 36, year: 3 };

const recurringFields = group({
  interval: needed(oneOf(intervals)),
  interval_count: integer({ least: 1 }),
  usage_type: oneOf(['licensed']),
  trial_period_days: integer({ least: 1, most: 730 }),
});
type SentRecurring = ReturnType<typeof recurringFields.read>;

/** At most three years, for any interval. */
const recurring: Field<SentRecurring> = {
  read: (raw, path) => {
    const sent = recurringFields.read(raw, path);
    if ((sent.interval_count ?? 1) > (mostIntervals[sent.interval] ?? 1))
      throw invalidRequest('Billing frequency must be no more than three years.', {
        param: `${path}[interval_count]`,
      });
    return sent;
  },
};

const inline = {
  currency: needed(currency),
  product: needed(text()),
  unit_amount: integer({ least: 0, most: 99_999_999 }),
  tax_behavior: oneOf(['exclusive', 'inclusive', 'unspecified']),
};

/** An inline price, recurring or not. */
export const recurringPriceData = group({ ...inline, recurring: needed(recurring) });
export const oneTimePriceData = group(inline);

type PriceData = {
  currency: string;
  product: string;
  unit_amount?: number | undefined;
  tax_behavior?: Stripe.Price.TaxBehavior | undefined;
  recurring?: SentRecurring;
};

/** Creates the price that a call describes. Prices never change, and other calls cannot name this one. */
export function inlinePrice(call: Call, data: PriceData, path: string): Stripe.Price {
  const { currency: code, product, unit_amount: unitAmount, recurring: sent } = data;
  if (call.world.store.find('product', product) === null)
    throw noSuch('product', product, `${path}[product]`);
  if (unitAmount === undefined)
    throw invalidRequest(`Missing required param: ${path}[unit_amount].`, {
      code: 'parameter_missing',
      param: `${path}[unit_amount]`,
    });
  const price: Stripe.Price = {
    id: stripeId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: nowSeconds(call.world),
    currency: code,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring:
      sent === undefined
        ? null
        : {
            interval: sent.interval,
            interval_count: sent.interval_count ?? 1,
            meter: null,
            trial_period_days: sent.trial_period_days ?? null,
            usage_type: 'licensed',
          },
    tax_behavior: data.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: sent === undefined ? 'one_time' : 'recurring',
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
  };
  call.world.store.insert('price', price, null);
  emit(call, 'price.created', price);
  return price;
}

export const recurrenceOf = ({ id, recurring: found }: Stripe.Price): Recurrence => {
  if (found === null) throw new Error(`${id} does not recur`);
  return found;
};

/** The price as a legacy plan, which subscription items still contain. */
export const planOf = (price: Stripe.Price): Stripe.Plan => {
  const { interval, interval_count: count } = recurrenceOf(price);
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count: count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed',
  };
};
