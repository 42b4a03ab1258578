/**
 * `/v1/payment_intents`: create, read, change, confirm, capture, cancel, list. `charging.ts` implements the
 * confirmation.
 */
import type Stripe from 'stripe';
import { intentSucceeded, invoiceOf } from '#sandbox/stripe/billing/collecting.ts';
import { supersedeChallenge } from '#sandbox/stripe/challenges.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import { checkAmount } from '#sandbox/stripe/currencies.ts';
import { disputeLater } from '#sandbox/stripe/disputing.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch, unexpectedState } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { integer, oneOf, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { chosenMethod, createPaymentIntent } from './create-payment-intent.ts';
import * as shared from './intent-parameters.ts';
import { confirmParams, createParams, updateParams } from './payment-intent-parameters.ts';

const { toShipping } = shared;
const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const cancelable: readonly string[] = [...open, 'requires_capture', 'processing'];

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/payment_intents',
    params: createParams,
    run: (call, values) => {
      const intent = createPaymentIntent(call, values);
      if (values.confirm !== true) {
        if (values.off_session !== undefined)
          throw invalidRequest('off_session can only be sent together with confirm=true.', {
            param: 'off_session',
          });
        if (values.return_url !== undefined)
          throw invalidRequest('return_url can only be sent together with confirm=true.', {
            param: 'return_url',
          });
        return intent;
      }
      return confirmPayment(call, intent, shared.confirmationOf(values));
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/payment_intents',
    params: { ...datedPageOf, customer: text() },
    run: (call, values) =>
      listOf(call, 'payment_intent', '/v1/payment_intents', values, { customer: values.customer }),
  }),
  operation({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    access: 'client_secret',
    params: { ...expand, client_secret: text() },
    run: (call, values, { id }) => find(call, id, values.client_secret),
  }),
  operation({
    method: 'POST',
    path: '/v1/payment_intents/:id',
    params: updateParams,
    run: (call, values, { id }) => update(call, find(call, id), values),
  }),
  operation({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    access: 'client_secret',
    params: confirmParams,
    browserParams: shared.browserParams,
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
    method: 'POST',
    path: '/v1/payment_intents/:id/capture',
    params: { ...expand, amount_to_capture: integer({ least: 1 }), metadata },
    run: (call, values, { id }) => capture(call, find(call, id), values.amount_to_capture, values.metadata),
  }),
  operation({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    params: {
      ...expand,
      cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
    },
    run: (call, values, { id }) => cancel(call, find(call, id), values.cancellation_reason ?? null),
  }),
];

/** A browser must send the client secret. A server may send it, and it is then checked too. */
export function find(call: Call, id: string, clientSecret?: string): Stripe.PaymentIntent {
  const intent = call.world.store.find('payment_intent', id);
  if (intent === null) throw noSuch('payment_intent', id, 'intent', 404);
  shared.checkClientSecret(call, intent, clientSecret);
  return intent;
}

function update(
  call: Call,
  intent: Stripe.PaymentIntent,
  values: Values<typeof updateParams>,
): Stripe.PaymentIntent {
  const frozen = (
    [
      'amount',
      'currency',
      'customer',
      'payment_method',
      'payment_method_data',
      'setup_future_usage',
      'capture_method',
    ] as const
  ).find((name) => values[name] !== undefined && !open.includes(intent.status));
  if (frozen !== undefined) {
    throw unexpectedState(
      'payment_intent',
      `This PaymentIntent's ${frozen} could not be updated because it has a status of ${intent.status}. ` +
        `You may only update the ${frozen} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`,
      intent,
    );
  }
  if (values.customer !== undefined && values.customer !== intent.customer) {
    if (intent.customer !== null)
      throw invalidRequest('The customer of a PaymentIntent cannot be changed once it is set.', {
        param: 'customer',
      });
    if (call.world.store.find('customer', values.customer) === null)
      throw noSuch('customer', values.customer, 'customer');
  }
  if (values.amount !== undefined && invoiceOf(call, intent.id) !== null)
    throw invalidRequest('The amount of a PaymentIntent that belongs to an invoice follows that invoice.', {
      param: 'amount',
    });
  checkAmount(values.amount ?? intent.amount, values.currency ?? intent.currency);
  const customer = values.customer ?? idOf(intent.customer);
  const method = chosenMethod(call, values);
  if (method !== null) methods.checkUsable(call, method, customer, 'PaymentIntent');
  const restarts =
    intent.status === 'requires_action' &&
    (method !== null || (values.amount ?? intent.amount) !== intent.amount);
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
    payment_method_options:
      values.payment_method_options === undefined
        ? intent.payment_method_options
        : shared.paymentOptions(values.payment_method_options),
    receipt_email: values.receipt_email === undefined ? intent.receipt_email : values.receipt_email,
    setup_future_usage:
      values.setup_future_usage === undefined ? intent.setup_future_usage : values.setup_future_usage,
    shipping: values.shipping === undefined ? intent.shipping : toShipping(values.shipping),
    statement_descriptor: values.statement_descriptor ?? intent.statement_descriptor,
    statement_descriptor_suffix: values.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    ...(method !== null || restarts
      ? { status: 'requires_confirmation', next_action: null, last_payment_error: null }
      : {}),
  };
  return call.world.store.save('payment_intent', changed);
}

function capture(
  call: Call,
  intent: Stripe.PaymentIntent,
  requested: number | undefined,
  change: Record<string, string> | null | undefined,
): Stripe.PaymentIntent {
  if (intent.status !== 'requires_capture') {
    throw unexpectedState(
      'payment_intent',
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. ` +
        'Only a PaymentIntent with one of the following statuses may be captured: requires_capture.',
      intent,
    );
  }
  const amount = requested ?? intent.amount_capturable;
  if (amount > intent.amount_capturable)
    throw invalidRequest('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  const { store } = call.world;
  const charge = store.get('charge', idOf(intent.latest_charge) ?? '');
  const captured: Stripe.Charge = { ...charge, captured: true, amount_captured: amount, amount_refunded: 0 };
  const done: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
    metadata: mergeMetadata(intent.metadata, change),
  };
  store.save('charge', captured);
  store.save('payment_intent', done);
  disputeLater(call, captured);
  emit(call, 'charge.captured', captured);
  emit(call, 'payment_intent.succeeded', done);
  intentSucceeded(call, done);
  return done;
}

function cancel(
  call: Call,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState(
      'payment_intent',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
      intent,
    );
  }
  const invoiceId = invoiceOf(call, intent.id);
  if (invoiceId !== null)
    throw invalidRequest(
      `This PaymentIntent belongs to the invoice ${invoiceId}. Void the invoice, or mark it uncollectible, instead.`,
    );
  supersedeChallenge(call, intent.id, 'payment_intent');
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowSeconds(call.world),
    cancellation_reason: reason,
    next_action: null,
    amount_capturable: 0,
  };
  call.world.store.save('payment_intent', canceled);
  emit(call, 'payment_intent.canceled', canceled);
  return canceled;
}
