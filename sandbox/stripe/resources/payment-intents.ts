/**
 * `/v1/payment_intents`: create, read, change, confirm, cancel, list. `charging.ts` implements the
 * confirmation.
 */
import type Stripe from 'stripe';
import { invoiceOf } from '#sandbox/stripe/billing/payment-outcomes.ts';
import { supersedeChallenge } from '#sandbox/stripe/challenges.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import { checkAmount } from '#sandbox/stripe/currencies.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch, unexpectedState } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { oneOf, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { chosenMethod, createPaymentIntent } from './create-payment-intent.ts';
import * as shared from './intent-parameters.ts';
import { confirmParams, createParams, updateParams } from './payment-intent-parameters.ts';

const { toShipping } = shared;
const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const cancelable: readonly string[] = [...open, 'processing'];

const cancelParams = {
  ...expand,
  cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
};

const intents = resource('payment_intent', '/v1/payment_intents', { param: 'intent' });

export const operations = [
  intents.create(createParams, create),
  intents.list(['customer']),
  operation({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    access: 'client_secret',
    params: { ...expand, client_secret: text() },
    run: (call, values, { id }) => findFor(call, id, values.client_secret),
  }),
  intents.on('POST', '', updateParams, update),
  operation({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    access: 'client_secret',
    params: confirmParams,
    browserParams: shared.browserParams,
    secretOnly: ['off_session', 'error_on_requires_action', 'capture_method', 'allowed_payment_method_types'],
    run: (call, values, { id }) => {
      const intent = findFor(call, id, values.client_secret);
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
  intents.on('POST', 'cancel', cancelParams, (call, intent, values) =>
    cancel(call, intent, values.cancellation_reason ?? null),
  ),
];

/** A browser must send the client secret. A server may send it, and it is then checked too. */
function findFor(call: Call, id: string, clientSecret: string | undefined): Stripe.PaymentIntent {
  const intent = intents.find(call, id);
  shared.checkClientSecret(call, intent, clientSecret);
  return intent;
}

function create(call: Call, values: Values<typeof createParams>): Stripe.PaymentIntent {
  const intent = createPaymentIntent(call, values);
  if (values.confirm === true) return confirmPayment(call, intent, shared.confirmationOf(values));
  const early = (['off_session', 'return_url'] as const).find((name) => values[name] !== undefined);
  if (early !== undefined)
    throw invalidRequest(`${early} can only be sent together with confirm=true.`, { param: early });
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
  };
  call.world.store.save('payment_intent', canceled);
  emit(call, 'payment_intent.canceled', canceled);
  return canceled;
}
