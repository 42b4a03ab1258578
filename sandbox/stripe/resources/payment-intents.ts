/** `/v1/payment_intents`: create, read, change, confirm, capture, cancel, list. What a confirmation does is in `charging.ts`. */
import type Stripe from 'stripe';
import { supersedeChallenge } from '#sandbox/stripe/challenges.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import { checkAmount, currency } from '#sandbox/stripe/currencies.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch, unexpectedState } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { emptyable, flag, integer, needed, oneOf, type Schema, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { clientSecretFor, idOf, stripeId } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as shared from './intent-parameters.ts';

const { toShipping } = shared;
const usages = ['off_session', 'on_session'] as const;

const createParams = {
  ...expand, ...shared.typesParams, ...shared.confirmationParams, ...shared.automaticParams,
  amount: needed(integer({ least: 1 })),
  currency: needed(currency),
  capture_method: oneOf(['automatic', 'automatic_async', 'manual']),
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

const updateParams = {
  ...expand, ...shared.typesParams,
  amount: integer({ least: 1 }),
  currency,
  capture_method: oneOf(['automatic', 'automatic_async', 'manual']),
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

const confirmParams = {
  ...expand, ...shared.typesParams, ...shared.confirmationParams,
  capture_method: oneOf(['automatic', 'automatic_async', 'manual']),
  error_on_requires_action: flag,
  off_session: shared.offSession,
  receipt_email: emptyable(text()),
  setup_future_usage: emptyable(oneOf(usages)),
  shipping: emptyable(shared.shippingParam),
} satisfies Schema & { [K in keyof Stripe.PaymentIntentConfirmParams | 'payment_method_types']?: unknown };

const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const cancelable: readonly string[] = [...open, 'requires_capture', 'processing'];

export const operations = [
  operation({
    method: 'POST', path: '/v1/payment_intents', params: createParams,
    run: (call, values) => {
      const intent = create(call, values);
      if (values.confirm !== true) {
        if (values.off_session !== undefined) throw invalidRequest('off_session can only be sent together with confirm=true.', { param: 'off_session' });
        if (values.return_url !== undefined) throw invalidRequest('return_url can only be sent together with confirm=true.', { param: 'return_url' });
        return intent;
      }
      return confirmPayment(call, intent, shared.confirmationOf(values));
    },
  }),
  operation({
    method: 'GET', path: '/v1/payment_intents', params: { ...datedPageOf, customer: text() },
    run: (call, values) => listOf(call, 'payment_intent', '/v1/payment_intents', values, { customer: values.customer }),
  }),
  operation({
    method: 'GET', path: '/v1/payment_intents/:id', access: 'client_secret', params: { ...expand, client_secret: text() },
    run: (call, values, { id }) => find(call, id, values.client_secret),
  }),
  operation({
    method: 'POST', path: '/v1/payment_intents/:id', params: updateParams,
    run: (call, values, { id }) => update(call, find(call, id), values),
  }),
  operation({
    method: 'POST', path: '/v1/payment_intents/:id/confirm', access: 'client_secret', params: confirmParams, browserParams: shared.browserParams,
    secretOnly: ['off_session', 'error_on_requires_action', 'capture_method', 'allowed_payment_method_types'],
    run: (call, values, { id }) => {
      const intent = find(call, id, values.client_secret);
      const changed: Stripe.PaymentIntent = {
        ...intent,
        ...(values.setup_future_usage === undefined ? {} : { setup_future_usage: values.setup_future_usage }),
        ...(values.receipt_email === undefined ? {} : { receipt_email: values.receipt_email }),
        ...(values.shipping === undefined ? {} : { shipping: toShipping(values.shipping) }),
        ...(values.capture_method === undefined ? {} : { capture_method: values.capture_method }),
      };
      return confirmPayment(call, changed, shared.confirmationOf(values));
    },
  }),
  operation({
    method: 'POST', path: '/v1/payment_intents/:id/capture', params: { ...expand, amount_to_capture: integer({ least: 1 }), metadata },
    run: (call, values, { id }) => capture(call, find(call, id), values.amount_to_capture, values.metadata),
  }),
  operation({
    method: 'POST', path: '/v1/payment_intents/:id/cancel',
    params: { ...expand, cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']) },
    run: (call, values, { id }) => cancel(call, find(call, id), values.cancellation_reason ?? null),
  }),
];

/** A browser must hold the client secret; a server may send it, and then it must be right too. */
export function find(call: Call, id: string, clientSecret?: string): Stripe.PaymentIntent {
  const intent = call.world.store.find('payment_intent', id);
  if (intent === null) throw noSuch('payment_intent', id, 'intent', 404);
  shared.checkClientSecret(call, intent, clientSecret);
  return intent;
}

function create(call: Call, values: Values<typeof createParams>): Stripe.PaymentIntent {
  checkAmount(values.amount, values.currency);
  const id = stripeId('pi');
  const customer = values.customer ?? null;
  if (customer !== null && call.world.store.find('customer', customer) === null) throw noSuch('customer', customer, 'customer');
  const method = values.payment_method === undefined || values.confirm ? null : methods.findPaymentMethod(call, values.payment_method);
  if (method !== null) methods.checkUsable(call, method, customer, 'PaymentIntent');
  const made = method ?? (values.payment_method_data === undefined || values.confirm ? null : methods.createPaymentMethod(call, shared.toMethodRequest(values.payment_method_data)));
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: values.allowed_payment_method_types ?? null,
    amount: values.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: shared.toAutomatic(values.automatic_payment_methods),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: values.capture_method ?? 'automatic_async',
    client_secret: clientSecretFor(id),
    confirmation_method: values.confirmation_method ?? 'automatic',
    created: nowSeconds(call.world),
    currency: values.currency,
    customer,
    customer_account: null,
    description: values.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, values.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: made?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: shared.paymentOptions(values.payment_method_options),
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: values.receipt_email ?? null,
    review: null,
    setup_future_usage: values.setup_future_usage ?? null,
    shipping: toShipping(values.shipping),
    source: null,
    statement_descriptor: values.statement_descriptor ?? null,
    statement_descriptor_suffix: values.statement_descriptor_suffix ?? null,
    status: made === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  };
  call.world.store.insert('payment_intent', intent, { challenge: null, returnUrl: null, offSession: false });
  emit(call, 'payment_intent.created', intent);
  return intent;
}

function update(call: Call, intent: Stripe.PaymentIntent, values: Values<typeof updateParams>): Stripe.PaymentIntent {
  const frozen = (['amount', 'currency', 'customer', 'payment_method', 'payment_method_data', 'setup_future_usage', 'capture_method'] as const)
    .find((name) => values[name] !== undefined && !open.includes(intent.status));
  if (frozen !== undefined) {
    throw unexpectedState('payment_intent', `This PaymentIntent's ${frozen} could not be updated because it has a status of ${intent.status}. `
      + `You may only update the ${frozen} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`, intent);
  }
  if (values.customer !== undefined && values.customer !== intent.customer) {
    if (intent.customer !== null) throw invalidRequest('The customer of a PaymentIntent cannot be changed once it is set.', { param: 'customer' });
    if (call.world.store.find('customer', values.customer) === null) throw noSuch('customer', values.customer, 'customer');
  }
  checkAmount(values.amount ?? intent.amount, values.currency ?? intent.currency);
  const customer = values.customer ?? idOf(intent.customer);
  const method = values.payment_method_data !== undefined ? methods.createPaymentMethod(call, shared.toMethodRequest(values.payment_method_data))
    : values.payment_method !== undefined ? methods.findPaymentMethod(call, values.payment_method) : null;
  if (method !== null) methods.checkUsable(call, method, customer, 'PaymentIntent');
  const restarts = intent.status === 'requires_action' && (method !== null || (values.amount ?? intent.amount) !== intent.amount);
  if (restarts) supersedeChallenge(call, intent.id, 'payment_intent');
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount: values.amount ?? intent.amount,
    currency: values.currency ?? intent.currency,
    customer,
    description: values.description ?? intent.description,
    capture_method: values.capture_method ?? intent.capture_method,
    allowed_payment_method_types: values.allowed_payment_method_types ?? intent.allowed_payment_method_types,
    metadata: mergeMetadata(intent.metadata, values.metadata),
    payment_method: method?.id ?? intent.payment_method,
    payment_method_options: values.payment_method_options === undefined ? intent.payment_method_options : shared.paymentOptions(values.payment_method_options),
    receipt_email: values.receipt_email === undefined ? intent.receipt_email : values.receipt_email,
    setup_future_usage: values.setup_future_usage === undefined ? intent.setup_future_usage : values.setup_future_usage,
    shipping: values.shipping === undefined ? intent.shipping : toShipping(values.shipping),
    statement_descriptor: values.statement_descriptor ?? intent.statement_descriptor,
    statement_descriptor_suffix: values.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    ...(method !== null || restarts ? { status: 'requires_confirmation', next_action: null, last_payment_error: null } : {}),
  };
  return call.world.store.save('payment_intent', changed);
}

function capture(call: Call, intent: Stripe.PaymentIntent, wanted: number | undefined, change: Record<string, string> | null | undefined): Stripe.PaymentIntent {
  if (intent.status !== 'requires_capture') {
    throw unexpectedState('payment_intent', `This PaymentIntent could not be captured because it has a status of ${intent.status}. `
      + 'Only a PaymentIntent with one of the following statuses may be captured: requires_capture.', intent);
  }
  const amount = wanted ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) throw invalidRequest('The amount to capture is greater than the amount that can be captured.', { code: 'amount_too_large', param: 'amount_to_capture' });
  const { store } = call.world;
  const charge = store.get('charge', idOf(intent.latest_charge) ?? '');
  const captured: Stripe.Charge = { ...charge, captured: true, amount_captured: amount, amount_refunded: 0 };
  const done: Stripe.PaymentIntent = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: amount, metadata: mergeMetadata(intent.metadata, change) };
  store.save('charge', captured);
  store.save('payment_intent', done);
  emit(call, 'charge.captured', captured);
  emit(call, 'payment_intent.succeeded', done);
  return done;
}

function cancel(call: Call, intent: Stripe.PaymentIntent, reason: Stripe.PaymentIntent.CancellationReason | null): Stripe.PaymentIntent {
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState('payment_intent', `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. `
      + `Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`, intent);
  }
  supersedeChallenge(call, intent.id, 'payment_intent');
  const canceled: Stripe.PaymentIntent = {
    ...intent, status: 'canceled', canceled_at: nowSeconds(call.world), cancellation_reason: reason, next_action: null, amount_capturable: 0,
  };
  call.world.store.save('payment_intent', canceled);
  emit(call, 'payment_intent.canceled', canceled);
  return canceled;
}
