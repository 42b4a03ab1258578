/**
 * Parameters of each call on an invoice. `satisfies` proves that every name exists in the official SDK of
 * this version.
 */
import type Stripe from 'stripe';
import { oneTimePriceData } from '#sandbox/stripe/billing/prices.ts';
import { currency } from '#sandbox/stripe/currencies.ts';
import { datedPageOf, expand, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import {
  emptyable,
  flag,
  group,
  integer,
  list,
  needed,
  oneOf,
  removed,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';
import { discounts } from './subscription-parameters.ts';

const moment = integer({ least: 0 });
const collection = oneOf(['charge_automatically', 'send_invoice']);
const customFields = emptyable(list(group({ name: needed(text(40)), value: needed(text(140)) })));

export const createParams = {
  ...expand,
  auto_advance: flag,
  automatically_finalizes_at: moment,
  collection_method: collection,
  currency,
  custom_fields: customFields,
  customer: needed(text()),
  days_until_due: integer({ least: 0, most: 730 }),
  default_payment_method: text(),
  description: text(1_500),
  discounts,
  due_date: moment,
  effective_at: moment,
  footer: text(),
  metadata,
  number: text(26),
  pending_invoice_items_behavior: oneOf(['exclude', 'include']),
  statement_descriptor: text(22),
  subscription: text(),
} satisfies Schema & { [K in keyof Stripe.InvoiceCreateParams]?: unknown };

export const updateParams = {
  ...expand,
  auto_advance: flag,
  automatically_finalizes_at: moment,
  collection_method: collection,
  custom_fields: customFields,
  days_until_due: integer({ least: 0, most: 730 }),
  default_payment_method: text(),
  description: text(1_500),
  discounts,
  due_date: moment,
  effective_at: emptyable(moment),
  footer: text(),
  metadata,
  number: emptyable(text(26)),
  statement_descriptor: text(22),
} satisfies Schema & { [K in keyof Stripe.InvoiceUpdateParams]?: unknown };

export const payParams = {
  ...expand,
  forgive: flag,
  off_session: flag,
  paid_out_of_band: flag,
  payment_method: text(),
} satisfies Schema & { [K in keyof Stripe.InvoicePayParams]?: unknown };

export const listParams = {
  ...datedPageOf,
  collection_method: collection,
  customer: text(),
  due_date: group({ gt: moment, gte: moment, lt: moment, lte: moment }),
  status: oneOf(['draft', 'open', 'paid', 'uncollectible', 'void']),
  subscription: text(),
} satisfies Schema & { [K in keyof Stripe.InvoiceListParams]?: unknown };

const period = group({ start: needed(moment), end: needed(moment) });

/** Parameters of one amount, on its own or among the lines of a draft. */
const amountParams = {
  amount: integer({ least: -99_999_999, most: 99_999_999 }),
  description: text(),
  discountable: flag,
  metadata,
  period,
  price_data: oneTimePriceData,
  pricing: group({ price: text() }),
  quantity: integer({ least: 0 }),
};

export const itemCreateParams = {
  ...expand,
  ...amountParams,
  currency,
  customer: needed(text()),
  invoice: text(),
  subscription: text(),
  /** The Basil API version replaced it with `pricing[price]`. */
  price: removed('parameter_unknown', 'Received unknown parameter: price'),
} satisfies Schema & { [K in keyof Stripe.InvoiceItemCreateParams | 'price']?: unknown };

export const itemUpdateParams = {
  ...expand,
  amount: amountParams.amount,
  description: text(),
  discountable: flag,
  metadata,
  period,
  pricing: amountParams.pricing,
  quantity: integer({ least: 0 }),
} satisfies Schema & { [K in keyof Stripe.InvoiceItemUpdateParams]?: unknown };

const priceDataWithName = group({
  currency: needed(currency),
  product: text(),
  product_data: group({ name: needed(text()), metadata }),
  unit_amount: integer({ least: -99_999_999, most: 99_999_999 }),
});

export const addLinesParams = {
  ...expand,
  invoice_metadata: metadata,
  lines: needed(list(group({ ...amountParams, price_data: priceDataWithName, invoice_item: text() }))),
} satisfies Schema & { [K in keyof Stripe.InvoiceAddLinesParams]?: unknown };
