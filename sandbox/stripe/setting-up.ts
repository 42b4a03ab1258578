/**
 * The effect of a confirmation on a setup: the same checks as for a payment, but the card is saved and
 * nothing is charged.
 */
import type Stripe from 'stripe';
import { openChallenge, supersedeChallenge } from './challenges.ts';
import type { Confirmation } from './confirmation.ts';
import { emit } from './events.ts';
import { ApiError, unexpectedState } from './http/errors.ts';
import { idOf } from './ids.ts';
import * as methods from './payment-methods.ts';
import type { Call } from './world.ts';

const confirmable: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export function confirmSetup(
  call: Call,
  before: Stripe.SetupIntent,
  options: Confirmation,
): Stripe.SetupIntent {
  const { store } = call.world;
  if (!confirmable.includes(before.status)) {
    throw unexpectedState(
      'setup_intent',
      `You cannot confirm this SetupIntent because it has a status of ${before.status}.`,
      before,
    );
  }
  const method = chooseMethod(call, before, options);
  methods.checkUsable(call, method, idOf(before.customer), 'SetupIntent');
  supersedeChallenge(call, before.id, 'setup_intent');
  const intent: Stripe.SetupIntent = {
    ...before,
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  };
  store.saveSecrets('setup_intent', intent.id, {
    returnUrl: options.returnUrl,
    offSession: false,
    challenge: null,
  });
  const { behavior } = store.secretsOf('payment_method', method.id);
  const refusal = behavior.canBeSaved ? null : methods.declineOf(call, method.id);
  if (refusal !== null) {
    const failed = fail(call, intent, {
      type: 'card_error',
      ...refusal,
      code: refusal.code as Stripe.SetupIntent.LastSetupError.Code,
      payment_method: method,
    });
    throw new ApiError(
      402,
      { type: 'card_error', ...refusal, setup_intent: failed, payment_method: method },
      true,
    );
  }
  if (behavior.authentication === 'never') return finishSetup(call, intent);
  const waiting: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_action',
    next_action: openChallenge(call, intent.id, 'setup_intent', options),
  };
  store.save('setup_intent', waiting);
  emit(call, 'setup_intent.requires_action', waiting);
  return waiting;
}

/** Attaches the card to the customer and marks it as authenticated with its bank. */
export function finishSetup(call: Call, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  const { store } = call.world;
  const method = store.get('payment_method', idOf(intent.payment_method) ?? '');
  const customerId = idOf(intent.customer);
  store.saveSecrets('payment_method', method.id, { isSetUp: true });
  if (customerId !== null) methods.attach(call, method, customerId, { verify: false });
  const done: Stripe.SetupIntent = {
    ...intent,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  };
  store.save('setup_intent', done);
  emit(call, 'setup_intent.succeeded', done);
  return done;
}

export function failSetupAuthentication(call: Call, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  return fail(call, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: call.world.store.get('payment_method', idOf(intent.payment_method) ?? ''),
  });
}

function fail(
  call: Call,
  intent: Stripe.SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): Stripe.SetupIntent {
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_setup_error: error,
  };
  call.world.store.save('setup_intent', failed);
  emit(call, 'setup_intent.setup_failed', failed);
  return failed;
}

function chooseMethod(call: Call, intent: Stripe.SetupIntent, options: Confirmation): Stripe.PaymentMethod {
  if (options.methodData !== null) return methods.createPaymentMethod(call, options.methodData);
  const id = options.methodId ?? idOf(intent.payment_method);
  if (id !== null) return methods.findPaymentMethod(call, id);
  throw unexpectedState(
    'setup_intent',
    'You cannot confirm this SetupIntent because it is missing a payment method. Confirm it again with one.',
    intent,
  );
}
