/** `/v1/setup_intents`: save a card without charging it. `setting-up.ts` implements the confirmation. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, oneOf, type Schema, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { clientSecretFor, stripeId } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { confirmSetup } from '#sandbox/stripe/setting-up.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import * as shared from './intent-parameters.ts';

const createParams = {
  ...expand,
  ...shared.typesParams,
  ...shared.confirmationParams,
  ...shared.automaticParams,
  confirm: flag,
  customer: text(),
  description: text(1_000),
  metadata,
  usage: oneOf(['off_session', 'on_session']),
} satisfies Schema & { [K in keyof Stripe.SetupIntentCreateParams | 'payment_method_types']?: unknown };

const confirmParams = {
  ...expand,
  ...shared.typesParams,
  ...shared.confirmationParams,
} satisfies Schema & { [K in keyof Stripe.SetupIntentConfirmParams | 'payment_method_types']?: unknown };

const intents = resource('setup_intent', '/v1/setup_intents', { words: 'setupintent', param: 'intent' });

export const operations = [
  intents.create(createParams, (call, values) => {
    const intent = create(call, values);
    if (values.confirm === true) return confirmSetup(call, intent, shared.confirmationOf(values));
    if (values.return_url !== undefined)
      throw invalidRequest('return_url can only be sent together with confirm=true.', {
        param: 'return_url',
      });
    return intent;
  }),
  intents.list(['customer', 'payment_method']),
  operation({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    access: 'client_secret',
    params: { ...expand, client_secret: text() },
    run: (call, values, { id }) => findFor(call, id, values.client_secret),
  }),
  operation({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    access: 'client_secret',
    params: confirmParams,
    browserParams: shared.browserParams,
    secretOnly: ['allowed_payment_method_types'],
    run: (call, values, { id }) =>
      confirmSetup(call, findFor(call, id, values.client_secret), shared.confirmationOf(values)),
  }),
];

/** A browser must send the client secret. A server may send it, and it is then checked too. */
function findFor(call: Call, id: string, clientSecret: string | undefined): Stripe.SetupIntent {
  const intent = intents.find(call, id);
  shared.checkClientSecret(call, intent, clientSecret);
  return intent;
}

function create(call: Call, values: Values<typeof createParams>): Stripe.SetupIntent {
  const id = stripeId('seti');
  const customer =
    values.customer === undefined ? null : customers.find(call, values.customer, 'customer').id;
  const method =
    values.payment_method === undefined || values.confirm
      ? null
      : methods.findPaymentMethod(call, values.payment_method);
  if (method !== null) methods.checkUsable(call, method, customer, 'SetupIntent');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: values.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: shared.toAutomatic(values.automatic_payment_methods),
    cancellation_reason: null,
    client_secret: clientSecretFor(id),
    created: nowSeconds(call.world),
    customer,
    customer_account: null,
    description: values.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, values.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure: values.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: values.usage ?? 'off_session',
  };
  call.world.store.insert('setup_intent', intent, { challenge: null, returnUrl: null, offSession: false });
  emit(call, 'setup_intent.created', intent);
  return intent;
}
