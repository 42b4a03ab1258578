/** `/v1/setup_intents`: save a card without charging it. `setting-up.ts` implements the confirmation. */
import type Stripe from 'stripe';
import { supersedeChallenge } from '#sandbox/stripe/challenges.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch, unexpectedState } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, oneOf, type Schema, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { clientSecretFor, idOf, stripeId } from '#sandbox/stripe/ids.ts';
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

const updateParams = {
  ...expand,
  ...shared.typesParams,
  customer: text(),
  description: text(1_000),
  metadata,
  payment_method: text(),
  payment_method_options: shared.methodOptions,
} satisfies Schema & { [K in keyof Stripe.SetupIntentUpdateParams | 'payment_method_types']?: unknown };

const confirmParams = {
  ...expand,
  ...shared.typesParams,
  ...shared.confirmationParams,
} satisfies Schema & { [K in keyof Stripe.SetupIntentConfirmParams | 'payment_method_types']?: unknown };

const open: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/setup_intents',
    params: createParams,
    run: (call, values) => {
      const intent = create(call, values);
      if (values.confirm === true) return confirmSetup(call, intent, shared.confirmationOf(values));
      if (values.return_url !== undefined)
        throw invalidRequest('return_url can only be sent together with confirm=true.', {
          param: 'return_url',
        });
      return intent;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/setup_intents',
    params: { ...datedPageOf, customer: text(), payment_method: text() },
    run: (call, values) =>
      listOf(call, 'setup_intent', '/v1/setup_intents', values, {
        customer: values.customer,
        payment_method: values.payment_method,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    access: 'client_secret',
    params: { ...expand, client_secret: text() },
    run: (call, values, { id }) => find(call, id, values.client_secret),
  }),
  operation({
    method: 'POST',
    path: '/v1/setup_intents/:id',
    params: updateParams,
    run: (call, values, { id }) => update(call, find(call, id), values),
  }),
  operation({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    access: 'client_secret',
    params: confirmParams,
    browserParams: shared.browserParams,
    secretOnly: ['allowed_payment_method_types'],
    run: (call, values, { id }) =>
      confirmSetup(call, find(call, id, values.client_secret), shared.confirmationOf(values)),
  }),
  operation({
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: { ...expand, cancellation_reason: oneOf(['abandoned', 'duplicate', 'requested_by_customer']) },
    run: (call, values, { id }) => {
      const intent = find(call, id);
      if (!open.includes(intent.status)) {
        throw unexpectedState(
          'setup_intent',
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}. ` +
            `Only a SetupIntent with one of the following statuses may be canceled: ${open.join(', ')}.`,
          intent,
        );
      }
      supersedeChallenge(call, intent.id, 'setup_intent');
      const canceled: Stripe.SetupIntent = {
        ...intent,
        status: 'canceled',
        cancellation_reason: values.cancellation_reason ?? null,
        next_action: null,
      };
      call.world.store.save('setup_intent', canceled);
      emit(call, 'setup_intent.canceled', canceled);
      return canceled;
    },
  }),
];

function find(call: Call, id: string, clientSecret?: string): Stripe.SetupIntent {
  const intent = call.world.store.find('setup_intent', id);
  if (intent === null) throw noSuch('setupintent', id, 'intent', 404);
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

function update(
  call: Call,
  intent: Stripe.SetupIntent,
  values: Values<typeof updateParams>,
): Stripe.SetupIntent {
  const frozen = (['customer', 'payment_method'] as const).find(
    (name) => values[name] !== undefined && !open.includes(intent.status),
  );
  if (frozen !== undefined)
    throw unexpectedState(
      'setup_intent',
      `This SetupIntent's ${frozen} could not be updated because it has a status of ${intent.status}.`,
      intent,
    );
  const customer =
    values.customer === undefined
      ? idOf(intent.customer)
      : customers.find(call, values.customer, 'customer').id;
  const method =
    values.payment_method === undefined ? null : methods.findPaymentMethod(call, values.payment_method);
  if (method !== null) methods.checkUsable(call, method, customer, 'SetupIntent');
  if (method !== null && intent.status === 'requires_action')
    supersedeChallenge(call, intent.id, 'setup_intent');
  const changed: Stripe.SetupIntent = {
    ...intent,
    customer,
    description: values.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, values.metadata),
    ...(method === null
      ? {}
      : {
          payment_method: method.id,
          status: 'requires_confirmation',
          next_action: null,
          last_setup_error: null,
        }),
  };
  return Object.keys(changesBetween(intent, changed)).length === 0
    ? intent
    : call.world.store.save('setup_intent', changed);
}
