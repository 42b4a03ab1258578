/** Products and prices as objects: complete, inline from `price_data`, and as the legacy `plan`. */
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
export type SentRecurring = ReturnType<typeof recurringFields.read>;

/** At most three years, for any interval. */
export const recurring: Field<SentRecurring> = {
  read: (raw, path) => {
    const sent = recurringFields.read(raw, path);
    if ((sent.interval_count ?? 1) > (mostIntervals[sent.interval] ?? 1))
      throw invalidRequest('Billing frequency must be no more than three years.', {
        param: `${path}[interval_count]`,
      });
    return sent;
  },
};

export const taxBehavior = oneOf(['exclusive', 'inclusive', 'unspecified']);
const inline = {
  currency: needed(currency),
  product: needed(text()),
  unit_amount: integer({ least: 0, most: 99_999_999 }),
  tax_behavior: taxBehavior,
};

/** An inline price, recurring or not. */
export const recurringPriceData = group({ ...inline, recurring: needed(recurring) });
export const oneTimePriceData = group(inline);

type PriceOptions = {
  currency: string;
  product: string;
  unitAmount: number;
  recurring?: SentRecurring | undefined;
  active?: boolean | undefined;
  nickname?: string | undefined;
  lookupKey?: string | undefined;
  taxBehavior?: Stripe.Price.TaxBehavior | undefined;
  metadata?: Record<string, string>;
};

export function createPrice(call: Call, options: PriceOptions): Stripe.Price {
  const price: Stripe.Price = {
    id: stripeId('price'),
    object: 'price',
    active: options.active ?? true,
    billing_scheme: 'per_unit',
    created: nowSeconds(call.world),
    currency: options.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: options.lookupKey ?? null,
    metadata: options.metadata ?? {},
    nickname: options.nickname ?? null,
    product: options.product,
    recurring:
      options.recurring === undefined
        ? null
        : {
            interval: options.recurring.interval,
            interval_count: options.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: options.recurring.trial_period_days ?? null,
            usage_type: 'licensed',
          },
    tax_behavior: options.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: options.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: options.unitAmount,
    unit_amount_decimal: decimal(options.unitAmount),
  };
  call.world.store.insert('price', price, null);
  emit(call, 'price.created', price);
  return price;
}

type Choice = {
  price?: string | undefined;
  price_data?:
    | {
        currency: string;
        product: string;
        unit_amount?: number | undefined;
        tax_behavior?: Stripe.Price.TaxBehavior | undefined;
        recurring?: SentRecurring;
      }
    | undefined;
};

/**
 * The price that a call names or describes, or null for neither. An inline price is not available to other
 * calls.
 */
export function chosenPrice(
  call: Call,
  { price: id, price_data: data }: Choice,
  type: 'one_time' | 'recurring',
  path: string,
): Stripe.Price | null {
  if (id !== undefined && data !== undefined)
    throw invalidRequest(`You may only specify one of these parameters: price, price_data.`, {
      code: 'parameters_exclusive',
      param: `${path}[price]`,
    });
  if (data !== undefined) {
    if (call.world.store.find('product', data.product) === null)
      throw noSuch('product', data.product, `${path}[price_data][product]`);
    if (data.unit_amount === undefined)
      throw invalidRequest(`Missing required param: ${path}[price_data][unit_amount].`, {
        code: 'parameter_missing',
        param: `${path}[price_data][unit_amount]`,
      });
    const { currency: code, product, unit_amount: unitAmount, recurring: sent, tax_behavior: tax } = data;
    return createPrice(call, {
      currency: code,
      product,
      unitAmount,
      recurring: sent,
      taxBehavior: tax,
      active: false,
    });
  }
  if (id === undefined) return null;
  const price = call.world.store.find('price', id);
  if (price === null) throw noSuch('price', id, `${path}[price]`);
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${path}[price]`,
    });
  if (price.type !== type) {
    throw invalidRequest(
      `The price specified is set to \`type=${price.type}\` but this field only accepts prices with \`type=${type}\`.`,
      {
        param: `${path}[price]`,
      },
    );
  }
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
