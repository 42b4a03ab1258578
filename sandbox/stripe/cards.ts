/**
 * The test cards and how their banks behave, as a table. The number is used once for the lookup and then
 * discarded.
 */

/**
 * `unless_set_up`: asks until the card was saved with authentication. `on_session`: asks whenever the
 * customer is present.
 */
export type Authentication = 'never' | 'always' | 'unless_set_up' | 'on_session';

export type Decline = { code: string; decline_code: string; message: string; param?: string };

export type CardBehavior = {
  brand: 'amex' | 'discover' | 'mastercard' | 'visa';
  last4: string;
  funding: 'credit' | 'debit';
  country: string;
  decline: DeclineName | null;
  /** True when the card can be saved, even if charging it fails. */
  canBeSaved: boolean;
  authentication: Authentication;
  /** What happens some time after a successful charge or refund. */
  later: 'dispute' | 'refund_pending' | 'refund_fails' | null;
};

export const declines = {
  generic: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  stolen: { code: 'card_declined', decline_code: 'stolen_card', message: 'Your card was declined.' },
  expired: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const satisfies Record<string, Decline>;
export type DeclineName = keyof typeof declines;

type Special = Partial<Omit<CardBehavior, 'last4'>>;

/** Number, name of its `pm_card_…` token, and its differences from a plain Visa. */
const table: readonly (readonly [number: string, token: string | null, what: string, special: Special])[] = [
  ['4242424242424242', 'visa', 'Visa, succeeds', {}],
  ['5555555555554444', 'mastercard', 'Mastercard, succeeds', { brand: 'mastercard' }],
  ['378282246310005', 'amex', 'American Express, succeeds', { brand: 'amex' }],
  ['6011111111111117', 'discover', 'Discover, succeeds', { brand: 'discover' }],
  ['4000056655665556', 'visa_debit', 'Visa debit, succeeds', { funding: 'debit' }],
  [
    '5200828282828210',
    'mastercard_debit',
    'Mastercard debit, succeeds',
    { brand: 'mastercard', funding: 'debit' },
  ],
  ['4000000000000002', 'chargeDeclined', 'Declined', { decline: 'generic', canBeSaved: false }],
  [
    '4000000000009995',
    'chargeDeclinedInsufficientFunds',
    'Declined: insufficient funds',
    { decline: 'insufficient_funds', canBeSaved: false },
  ],
  [
    '4000000000009987',
    'chargeDeclinedLostCard',
    'Declined: lost card',
    { decline: 'lost', canBeSaved: false },
  ],
  [
    '4000000000009979',
    'chargeDeclinedStolenCard',
    'Declined: stolen card',
    { decline: 'stolen', canBeSaved: false },
  ],
  [
    '4000000000000069',
    'chargeDeclinedExpiredCard',
    'Declined: expired card',
    { decline: 'expired', canBeSaved: false },
  ],
  [
    '4000000000000127',
    'chargeDeclinedIncorrectCvc',
    'Declined: wrong security code',
    { decline: 'incorrect_cvc', canBeSaved: false },
  ],
  [
    '4000000000000119',
    'chargeDeclinedProcessingError',
    'Declined: processing error',
    { decline: 'processing_error', canBeSaved: false },
  ],
  ['4000000000000341', 'chargeCustomerFail', 'Can be saved, then declines', { decline: 'generic' }],
  [
    '4000002500003155',
    'authenticationRequiredOnSetup',
    '3-D Secure, unless saved before',
    { authentication: 'unless_set_up' },
  ],
  ['4000002760003184', 'authenticationRequired', '3-D Secure, always', { authentication: 'always' }],
  [
    '4000003800000446',
    'authenticationRequiredSetupForOffSession',
    '3-D Secure while the shopper is present',
    { authentication: 'on_session' },
  ],
  [
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    '3-D Secure, then insufficient funds',
    { authentication: 'always', decline: 'insufficient_funds' },
  ],
  ['4000000000003220', 'threeDSecure2Required', '3-D Secure 2, always', { authentication: 'always' }],
  ['4000000000000259', 'createDispute', 'Succeeds, disputed later', { later: 'dispute' }],
  ['4000000000007726', 'pendingRefund', 'Succeeds, refunds are pending first', { later: 'refund_pending' }],
  ['4000000000005126', 'refundFail', 'Succeeds, refunds fail later', { later: 'refund_fails' }],
];

const behave = (number: string, special: Special): CardBehavior => ({
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  decline: null,
  canBeSaved: true,
  authentication: 'never',
  later: null,
  ...special,
  last4: number.slice(-4),
});

const byNumber = new Map(table.map(([number, , , special]) => [number, behave(number, special)]));
const byToken = new Map<string, CardBehavior>(
  table.flatMap(([number, token, , special]) => {
    const names = token?.startsWith('chargeDeclined') ? [token, `visa_${token}`] : [token];
    return names.map((name) => [`pm_card_${name}`, behave(number, special)] as const);
  }),
);

/** For the index page of the sandbox. */
export const testCards = table.map(([number, token, what]) => ({ number, token: `pm_card_${token}`, what }));

export const cardByNumber = (number: string): CardBehavior | null => byNumber.get(number) ?? null;
export const cardByToken = (token: string): CardBehavior | null => byToken.get(token) ?? null;

/** Checks the Luhn check digit of a card number. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
