/**
 * The outcomes of a purchase attempt, and how the page handles each rejection. Success has one source: our
 * server says paid.
 */
import { declineWords } from '#content/decline-words.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import { CallError } from '#contract/client.ts';
import type { ErrorCode } from '#kernel/errors.ts';

export type Outcome =
  | { kind: 'paid'; orderId: string }
  /** Bought on credit: half of the total is invoiced, and no card is charged. */
  | { kind: 'invoiced'; orderId: string }
  /** The outcome is not known yet. Never shown as a failure. */
  | { kind: 'checking'; orderId: string }
  /** The card or its bank declined; the same order can be retried. */
  | { kind: 'declined'; message: string }
  /** An error after which the card may or may not have been charged. */
  | { kind: 'unclear'; message: string }
  | { kind: 'already_paid' }
  /**
   * The session ended before the order was placed. The cart and the form are still here, and the user can buy
   * as a guest.
   */
  | { kind: 'signed_out' }
  /** The prices, the products, or the code differ from what the shopper saw. */
  | { kind: 'prices_changed'; message: string }
  | { kind: 'coupon_refused'; message: string }
  /** Rejected before the card was used, so nothing was charged. */
  | { kind: 'refused'; message: string };

const priceCodes = new Set(['total_changed', 'product_unavailable', 'product_needs_quote']);
/** Error codes for a discount code, at checkout and at purchase. */
export const couponCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'coupon_invalid',
  'coupon_exhausted',
  'coupon_expired',
  'coupon_not_started',
  'coupon_not_for_cart',
  'coupon_minimum_spend',
  'coupon_needs_log_in',
  'coupon_customer_limit',
  'coupon_first_order',
  'coupon_held',
]);
const signedOutCodes = new Set([
  'sign_in_required',
  'token_expired',
  'refresh_refused',
  'refresh_token_missing',
]);
const paidCodes = new Set(['order_already_paid', 'cart_completed']);

/**
 * The outcome of a failed purchase call that charges no card; a new card is confirmed only after the call.
 * Rethrows other errors, which are bugs.
 */
export function outcomeOfRefusal(error: unknown): Outcome {
  if (!(error instanceof CallError)) throw error;
  const { code, message } = error;
  if (signedOutCodes.has(code)) return { kind: 'signed_out' };
  if (paidCodes.has(code)) return { kind: 'already_paid' };
  if (couponCodes.has(code)) return { kind: 'coupon_refused', message };
  if (priceCodes.has(code)) return { kind: 'prices_changed', message };
  return { kind: 'refused', message };
}

/**
 * The outcome of a failed call that charges a saved card. A rejection is definite; without a response the
 * charge may have gone through.
 */
export function outcomeOfSavedCard(error: unknown): Outcome {
  const outcome = outcomeOfRefusal(error);
  if (outcome.kind !== 'refused' || !(error instanceof CallError)) return outcome;
  const { code, message, status } = error;
  if (code === 'card_declined') return { kind: 'declined', message };
  if (code === 'payment_unavailable' || (status >= 400 && status < 500)) return outcome;
  return { kind: 'unclear', message };
}

/** The card was charged or declined, and our server did not report the outcome. */
export function outcomeOfLostCheck(error: unknown): Outcome {
  const outcome = outcomeOfRefusal(error);
  if (outcome.kind === 'already_paid' || !(error instanceof CallError)) return outcome;
  return { kind: 'unclear', message: error.message };
}

/** The fields of the processor's error that decide the outcome. */
export type ProviderError = { type?: string; code?: string; decline_code?: string; message?: string };

/**
 * The message for the shopper: the processor's on English pages, else our translation for the error code, if
 * any.
 */
export function wordsOf(
  { code, decline_code: declineCode, message }: ProviderError,
  language: PageCode,
): string | undefined {
  return (language === 'en' ? null : (declineWords(declineCode) ?? declineWords(code))) ?? message;
}

const decidedTypes = new Set(['card_error', 'validation_error']);
const decidedCodes = new Set([
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
]);

/**
 * True if the processor certainly did not take the money. Any other error, such as a lost response or a
 * payment that was already decided, leaves it open.
 */
export const isDeclined = ({ type, code }: ProviderError): boolean =>
  decidedTypes.has(type ?? '') || decidedCodes.has(code ?? '');
