/** Cards: parse the input, build the object, and attach it to a customer. Card numbers are not stored. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { type CardBehavior, cardByNumber, cardByToken, declines, passesLuhn } from './cards.ts';
import { changesBetween, emit } from './events.ts';
import { ApiError, type ErrorDetails, invalidRequest, noSuch } from './http/errors.ts';
import { stripeId } from './ids.ts';
import { type Call, nowSeconds } from './world.ts';

export type TypedCard = {
  number?: string | undefined;
  exp_month?: number | undefined;
  exp_year?: number | undefined;
  cvc?: string | undefined;
  token?: string | undefined;
};
export type TypedAddress = { [K in keyof Stripe.Address]?: string | null | undefined };
export type TypedBilling = {
  address?: TypedAddress | null | undefined;
  email?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  tax_id?: string | null | undefined;
};
export type MethodRequest = {
  card: TypedCard | undefined;
  billing: TypedBilling | undefined;
  metadata?: Record<string, string>;
  allowRedisplay?: Stripe.PaymentMethod['allow_redisplay'];
};

export function toAddress(typed: TypedAddress | null | undefined): Stripe.Address {
  const {
    city = null,
    country = null,
    line1 = null,
    line2 = null,
    postal_code = null,
    state = null,
  } = typed ?? {};
  return { city, country, line1, line2, postal_code, state };
}

const cardError = (
  code: string,
  message: string,
  param: string,
  extra: Partial<ErrorDetails> = {},
): ApiError => new ApiError(402, { type: 'card_error', code, message, param, ...extra });

/** Creates a payment method from a typed card or from a `tok_…` name. */
export function createPaymentMethod(call: Call, request: MethodRequest): Stripe.PaymentMethod {
  const { card } = request;
  if (card === undefined)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  if (card.token !== undefined)
    return insertCard(call, behaviorOfToken(card.token), nextYear(call), true, request);
  for (const name of ['number', 'exp_month', 'exp_year'] as const) {
    if (card[name] === undefined)
      throw invalidRequest(`Missing required param: card[${name}].`, {
        code: 'parameter_missing',
        param: `card[${name}]`,
      });
  }
  const { number = '', exp_month: month = 0, exp_year: typedYear = 0, cvc } = card;
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits))
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  if (!passesLuhn(digits)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const year = typedYear < 100 ? 2_000 + typedYear : typedYear;
  checkExpiry(call, month, year);
  const isAmex = /^3[47]/.test(digits);
  if (cvc !== undefined && !(isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const behavior = cardByNumber(digits);
  if (behavior === null) {
    throw cardError(
      'card_declined',
      'Your card was declined. This is a sandbox: use one of its test cards, never a real one.',
      'number',
      {
        decline_code: 'test_mode_live_card',
      },
    );
  }
  return insertCard(call, behavior, { month, year }, cvc !== undefined, request);
}

/**
 * Names such as `pm_card_visa` identify a test card; each use creates a new payment method. Null for any
 * other text.
 */
export function paymentMethodFromToken(call: Call, token: string): Stripe.PaymentMethod | null {
  const behavior = cardByToken(token);
  return behavior === null
    ? null
    : insertCard(call, behavior, nextYear(call), true, { card: undefined, billing: undefined });
}

export function findPaymentMethod(call: Call, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const method = call.world.store.find('payment_method', id) ?? paymentMethodFromToken(call, id);
  if (method === null) throw noSuch('PaymentMethod', id, param);
  return method;
}

function behaviorOfToken(token: string): CardBehavior {
  const behavior = cardByToken(token.replace(/^tok_/, 'pm_card_'));
  if (behavior === null) throw noSuch('token', token, 'card[token]');
  return behavior;
}

const nextYear = (call: Call) => ({ month: 12, year: new Date(call.world.nowMs()).getUTCFullYear() + 1 });

function checkExpiry(call: Call, month: number, year: number): void {
  const today = new Date(call.world.nowMs());
  const thisYear = today.getUTCFullYear();
  if (month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (year < thisYear || year > thisYear + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (year === thisYear && month < today.getUTCMonth() + 1)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
}

function insertCard(
  call: Call,
  behavior: CardBehavior,
  expiry: { month: number; year: number },
  cvcGiven: boolean,
  request: MethodRequest,
): Stripe.PaymentMethod {
  const { email = null, name = null, phone = null, tax_id: taxId = null, address } = request.billing ?? {};
  const method: Stripe.PaymentMethod = {
    id: stripeId('pm'),
    object: 'payment_method',
    allow_redisplay: request.allowRedisplay ?? 'unspecified',
    billing_details: { address: toAddress(address), email, name, phone, tax_id: taxId },
    card: {
      brand: behavior.brand,
      checks: {
        address_line1_check: address?.line1 ? 'unchecked' : null,
        address_postal_code_check: address?.postal_code ? 'unchecked' : null,
        cvc_check: cvcGiven ? 'unchecked' : null,
      },
      country: behavior.country,
      display_brand: behavior.brand === 'amex' ? 'american_express' : behavior.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash('sha256')
        .update(`${behavior.brand}${behavior.last4}`)
        .digest('base64url')
        .replace(/[-_]/g, 'x')
        .slice(0, 16),
      funding: behavior.funding,
      generated_from: null,
      last4: behavior.last4,
      networks: { available: [behavior.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(call.world),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: request.metadata ?? {},
    type: 'card',
  };
  return call.world.store.insert('payment_method', method, {
    behavior,
    cvcGiven,
    isSetUp: false,
    consumed: false,
  });
}

/** A decline applies only when the bank is contacted. A wrong security code requires that one was entered. */
export function declineOf(call: Call, methodId: string): (typeof declines)[keyof typeof declines] | null {
  const { behavior, cvcGiven } = call.world.store.secretsOf('payment_method', methodId);
  if (behavior.decline === null || (behavior.decline === 'incorrect_cvc' && !cvcGiven)) return null;
  return declines[behavior.decline];
}

/** Attaching contacts the bank once; a card that declines there is not saved. */
export function attach(
  call: Call,
  method: Stripe.PaymentMethod,
  customerId: string,
  { verify }: { verify: boolean },
): Stripe.PaymentMethod {
  const { store } = call.world;
  if (method.customer === customerId) return method;
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    });
  const { behavior, consumed } = store.secretsOf('payment_method', method.id);
  if (consumed) throw usedBefore(attachedTooLate);
  const decline = verify && !behavior.canBeSaved ? declineOf(call, method.id) : null;
  if (decline !== null) throw new ApiError(402, { type: 'card_error', ...decline });
  const checks = method.card?.checks ?? null;
  const attached: Stripe.PaymentMethod = {
    ...method,
    customer: customerId,
    ...(method.card === undefined || checks === null
      ? {}
      : { card: { ...method.card, checks: { ...checks, cvc_check: checks.cvc_check && 'pass' } } }),
  };
  store.save('payment_method', attached);
  emit(call, 'payment_method.attached', attached);
  return attached;
}

export function detach(call: Call, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (method.customer === null)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer, so it cannot be detached.',
      {
        param: 'payment_method',
      },
    );
  const detached: Stripe.PaymentMethod = { ...method, customer: null };
  call.world.store.save('payment_method', detached);
  call.world.store.saveSecrets('payment_method', method.id, { consumed: true });
  emit(call, 'payment_method.detached', detached, changesBetween(method, detached));
  return detached;
}

const usedBefore = (message: string): ApiError => invalidRequest(message, { param: 'payment_method' });

const attachedTooLate =
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.';
const paidTooLate =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without ' +
  'Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';

/** Allows the intent's own customer, or any customer while the card is unowned and unused. */
export function checkUsable(
  call: Call,
  method: Stripe.PaymentMethod,
  customerId: string | null,
  intentWords: string,
): void {
  if (method.customer !== null && customerId === null) {
    throw invalidRequest(
      `The payment method ${method.id} belongs to a customer. Name that customer on the ${intentWords} to use it.`,
      {
        param: 'payment_method',
      },
    );
  }
  if (method.customer !== null && method.customer !== customerId) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  if (method.customer === null && call.world.store.secretsOf('payment_method', method.id).consumed)
    throw usedBefore(paidTooLate);
}
