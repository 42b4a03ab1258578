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

export const itemCreateParams = {
  ...expand,
  amount: integer({ least: -99_999_999, most: 99_999_999 }),
  currency,
  customer: needed(text()),
  description: text(),
  discountable: flag,
  invoice: text(),
  metadata,
  period: group({ start: needed(moment), end: needed(moment) }),
  price_data: oneTimePriceData,
  quantity: integer({ least: 0 }),
  subscription: text(),
  /** The Basil API version replaced it with `pricing[price]`. */
  price: removed('parameter_unknown', 'Received unknown parameter: price'),
} satisfies Schema & { [K in keyof Stripe.InvoiceItemCreateParams | 'price']?: unknown };
