/** Builds a complete payment intent. It never confirms it, even when the same call requests that. */
import type Stripe from 'stripe';
import { checkAmount } from '#sandbox/stripe/currencies.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { mergeMetadata } from '#sandbox/stripe/http/common-parameters.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { clientSecretFor, stripeId } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import * as shared from './intent-parameters.ts';
import type { createParams } from './payment-intent-parameters.ts';

export function createPaymentIntent(call: Call, values: Values<typeof createParams>): Stripe.PaymentIntent {
  checkAmount(values.amount, values.currency);
  const id = stripeId('pi');
  const customer =
    values.customer === undefined ? null : customers.find(call, values.customer, 'customer').id;
  const method = values.confirm ? null : chosenMethod(call, values);
  if (method !== null) methods.checkUsable(call, method, customer, 'PaymentIntent');
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
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: shared.paymentOptions(values.payment_method_options),
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: values.receipt_email ?? null,
    review: null,
    setup_future_usage: values.setup_future_usage ?? null,
    shipping: shared.toShipping(values.shipping),
    source: null,
    statement_descriptor: values.statement_descriptor ?? null,
    statement_descriptor_suffix: values.statement_descriptor_suffix ?? null,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  };
  call.world.store.insert('payment_intent', intent, { challenge: null, returnUrl: null, offSession: false });
  emit(call, 'payment_intent.created', intent);
  return intent;
}

type Choice = Pick<Values<typeof createParams>, 'payment_method' | 'payment_method_data'>;

/** A confirmation in the same call selects the method; otherwise the method is only stored. */
export function chosenMethod(call: Call, choice: Choice): Stripe.PaymentMethod | null {
  if (choice.payment_method_data !== undefined)
    return methods.createPaymentMethod(call, shared.toMethodRequest(choice.payment_method_data));
  return choice.payment_method === undefined ? null : methods.findPaymentMethod(call, choice.payment_method);
}
