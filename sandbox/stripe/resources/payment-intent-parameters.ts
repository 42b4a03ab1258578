/**
 * Parameters of each call on a payment intent. `satisfies` proves that every name exists in the official SDK
 * of this version.
 */
import type Stripe from 'stripe';
import { currency } from '#sandbox/stripe/currencies.ts';
import { expand, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import {
  emptyable,
  flag,
  integer,
  needed,
  oneOf,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';
import * as shared from './intent-parameters.ts';

const usages = ['off_session', 'on_session'] as const;
/** Payments are captured at once; holding money is not supported. */
const captureMethod = oneOf(['automatic', 'automatic_async']);

export const createParams = {
  ...expand,
  ...shared.typesParams,
  ...shared.confirmationParams,
  ...shared.automaticParams,
  amount: needed(integer({ least: 1 })),
  currency: needed(currency),
  capture_method: captureMethod,
  confirm: flag,
  confirmation_method: oneOf(['automatic', 'manual']),
  customer: text(),
  description: text(1_000),
  error_on_requires_action: flag,
  metadata,
  off_session: shared.offSession,
  receipt_email: text(),
  setup_future_usage: oneOf(usages),
  shipping: shared.shippingParam,
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
} satisfies Schema & { [K in keyof Stripe.PaymentIntentCreateParams | 'payment_method_types']?: unknown };

export const updateParams = {
  ...expand,
  ...shared.typesParams,
  amount: integer({ least: 1 }),
  currency,
  capture_method: captureMethod,
  customer: text(),
  description: text(1_000),
  metadata,
  payment_method: text(),
  payment_method_data: shared.methodData,
  payment_method_options: shared.methodOptions,
  receipt_email: emptyable(text()),
  setup_future_usage: emptyable(oneOf(usages)),
  shipping: emptyable(shared.shippingParam),
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
} satisfies Schema & { [K in keyof Stripe.PaymentIntentUpdateParams | 'payment_method_types']?: unknown };

export const confirmParams = {
  ...expand,
  ...shared.typesParams,
  ...shared.confirmationParams,
  capture_method: captureMethod,
  error_on_requires_action: flag,
  off_session: shared.offSession,
  receipt_email: emptyable(text()),
  setup_future_usage: emptyable(oneOf(usages)),
  shipping: emptyable(shared.shippingParam),
} satisfies Schema & { [K in keyof Stripe.PaymentIntentConfirmParams | 'payment_method_types']?: unknown };
