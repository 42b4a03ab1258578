/**
 * Confirms a payment: checks ownership, opens a 3-D Secure challenge if required, and charges or declines. A
 * decline is recorded and then thrown as a 402 that commits its changes.
 */
import type Stripe from 'stripe';
import { intentFailed, intentNeedsAction, intentSucceeded } from './billing/payment-outcomes.ts';
import { openChallenge, supersedeChallenge } from './challenges.ts';
import { buildCharge } from './charges.ts';
import { type Decline, declines } from './cards.ts';
import type { Confirmation } from './confirmation.ts';
import { disputeLater } from './disputing.ts';
import { emit } from './events.ts';
import { ApiError, invalidRequest, unexpectedState } from './http/errors.ts';
import { idOf } from './ids.ts';
import * as methods from './payment-methods.ts';
import type { Call } from './world.ts';

const confirmable: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

export function confirmPayment(
  call: Call,
  before: Stripe.PaymentIntent,
  options: Confirmation,
): Stripe.PaymentIntent {
  const { store } = call.world;
  if (!confirmable.includes(before.status)) {
    throw unexpectedState(
      'payment_intent',
      before.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${before.status}.`,
      before,
    );
  }
  const method = chooseMethod(call, before, options);
  methods.checkUsable(call, method, idOf(before.customer), 'PaymentIntent');
  checkReturnUrl(before, options);
  supersedeChallenge(call, before.id, 'payment_intent');
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  };
  store.saveSecrets('payment_intent', intent.id, {
    returnUrl: options.returnUrl,
    offSession: options.offSession,
    challenge: null,
  });
  if (!asksBank(call, method.id, options.offSession)) return chargeOrThrow(call, intent, method);
  if (options.offSession && options.waitsForBank)
    return askBank(call, refusedOffSession(call, intent, method), options);
  if (options.offSession || options.failOnAction)
    return decline(call, intent, method, declines.authentication_required);
  return askBank(call, intent, options);
}

/**
 * Charges after successful authentication. Declines are recorded but not thrown, because there is no caller.
 */
export function chargeAfterChallenge(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const method = call.world.store.get('payment_method', idOf(intent.payment_method) ?? '');
  try {
    return chargeOrThrow(call, { ...intent, next_action: null }, method, true);
  } catch (error) {
    if (error instanceof ApiError && error.commitsChanges)
      return call.world.store.get('payment_intent', intent.id);
    throw error;
  }
}

/** Authentication failed or was refused: the customer must enter a card again. */
export function failAuthentication(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const method = call.world.store.get('payment_method', idOf(intent.payment_method) ?? '');
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      payment_method: method,
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  };
  call.world.store.save('payment_intent', failed);
  emit(call, 'payment_intent.payment_failed', failed);
  intentFailed(call, failed);
  return failed;
}

function chooseMethod(call: Call, intent: Stripe.PaymentIntent, options: Confirmation): Stripe.PaymentMethod {
  if (options.methodData !== null) return methods.createPaymentMethod(call, options.methodData);
  const id = options.methodId ?? idOf(intent.payment_method);
  if (id !== null) return methods.findPaymentMethod(call, id);
  throw unexpectedState(
    'payment_intent',
    'You cannot confirm this PaymentIntent because it is missing a payment method. Confirm it again with one.',
    intent,
  );
}

/** Only a card-only intent can omit it: other methods may redirect the customer away from the page. */
function checkReturnUrl(intent: Stripe.PaymentIntent, options: Confirmation): void {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = intent;
  const cardOnly = allowed?.every((type) => type === 'card');
  if (
    options.returnUrl !== null ||
    options.useStripeSdk ||
    options.offSession ||
    cardOnly ||
    !automatic?.enabled ||
    automatic.allow_redirects === 'never'
  )
    return;
  throw invalidRequest(
    'This PaymentIntent may use payment methods that send the shopper to another page, so `return_url` is needed. ' +
      'To do without, set `automatic_payment_methods[allow_redirects]` to `never`, or allow only cards.',
    { param: 'return_url' },
  );
}

function asksBank(call: Call, methodId: string, offSession: boolean): boolean {
  const { behavior, isSetUp } = call.world.store.secretsOf('payment_method', methodId);
  switch (behavior.authentication) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'unless_set_up':
      return !(offSession && isSetUp);
    case 'on_session':
      return !offSession;
  }
}

function askBank(call: Call, intent: Stripe.PaymentIntent, options: Confirmation): Stripe.PaymentIntent {
  const nextAction = openChallenge(call, intent.id, 'payment_intent', options);
  const waiting: Stripe.PaymentIntent = { ...intent, status: 'requires_action', next_action: nextAction };
  call.world.store.save('payment_intent', waiting);
  emit(call, 'payment_intent.requires_action', waiting);
  intentNeedsAction(call, waiting, options.offSession);
  return waiting;
}

function chargeOrThrow(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated = false,
): Stripe.PaymentIntent {
  const refusedBy = methods.declineOf(call, method.id);
  if (refusedBy !== null) return decline(call, intent, method, refusedBy);
  const { store } = call.world;
  const { behavior } = store.secretsOf('payment_method', method.id);
  const charge = buildCharge(call, intent, method, { authenticated, decline: null });
  store.insert('charge', charge, { behavior });
  const paid: Stripe.PaymentIntent = {
    ...intent,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
    status: 'succeeded',
    amount_received: intent.amount,
  };
  store.save('payment_intent', paid);
  storeOrConsume(call, paid, method);
  disputeLater(call, charge);
  emit(call, 'charge.succeeded', charge);
  emit(call, 'payment_intent.succeeded', paid);
  intentSucceeded(call, paid);
  return paid;
}

/** A card that pays once is consumed, unless it is saved for later or belongs to a customer. */
function storeOrConsume(call: Call, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const { store } = call.world;
  const customerId = idOf(intent.customer);
  if (intent.setup_future_usage === 'off_session')
    store.saveSecrets('payment_method', method.id, { isSetUp: true });
  if (intent.setup_future_usage !== null && customerId !== null)
    methods.attach(call, method, customerId, { verify: false });
  else if (intent.setup_future_usage === null && method.customer === null)
    store.saveSecrets('payment_method', method.id, { consumed: true });
}

function decline(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
): never {
  const refused: Stripe.PaymentIntent = {
    ...recordRefusal(call, intent, method, reason),
    payment_method: null,
  };
  call.world.store.save('payment_intent', refused);
  emit(call, 'payment_intent.payment_failed', refused);
  intentFailed(call, refused);
  const charge = idOf(refused.latest_charge) ?? '';
  throw new ApiError(
    402,
    { type: 'card_error', ...reason, charge, payment_intent: refused, payment_method: method },
    true,
  );
}

/**
 * The intent after the bank declined because the customer was absent. The card stays, and authentication is
 * still possible.
 */
const refusedOffSession = (
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent => recordRefusal(call, intent, method, declines.authentication_required);

/** Returns the failed charge and the intent after the decline; the caller saves the intent. */
function recordRefusal(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
): Stripe.PaymentIntent {
  const { store } = call.world;
  const charge = buildCharge(call, intent, method, { authenticated: false, decline: reason });
  store.insert('charge', charge, { behavior: store.secretsOf('payment_method', method.id).behavior });
  emit(call, 'charge.failed', charge);
  return {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: {
      type: 'card_error',
      code: reason.code as Stripe.PaymentIntent.LastPaymentError.Code,
      decline_code: reason.decline_code,
      message: reason.message,
      charge: charge.id,
      payment_method: method,
      ...(reason.param === undefined ? {} : { param: reason.param }),
    },
  };
}
