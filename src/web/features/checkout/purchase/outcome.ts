/** The outcomes of a purchase attempt, and how the page handles each rejection. Success has one source: our server says paid. */
import { declineWords } from '#kernel/decline-words.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import { CallError } from '#contract/client.ts';
import type { ErrorCode } from '#kernel/errors.ts';

export type Outcome =
  | { kind: 'paid'; orderId: string }
  /** Bought on account: half of it is invoiced, and no card was asked. */
  | { kind: 'invoiced'; orderId: string }
  /** Nobody knows yet. Never shown as a failure. */
  | { kind: 'checking'; orderId: string }
  /** The card, or its owner's bank, said no; the same order can be tried again. */
  | { kind: 'declined'; message: string }
  /** An accident of which nobody knows how far the purchase had come: the card may have been charged. */
  | { kind: 'unclear'; message: string }
  | { kind: 'already_paid' }
  /** The session ended before the order was placed. The cart and what was typed are still here, and a guest can buy too. */
  | { kind: 'signed_out' }
  /** What is on sale, or the code, is not what the shopper was shown. */
  | { kind: 'prices_changed'; message: string }
  | { kind: 'coupon_refused'; message: string }
  /** The card was not asked, so for sure nothing was charged. */
  | { kind: 'refused'; message: string };

const priceCodes = new Set(['total_changed', 'product_unavailable', 'product_needs_quote']);
/** The refusals of a discount code, at checkout and at the purchase. */
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
const signedOutCodes = new Set(['sign_in_required', 'token_expired', 'refresh_refused', 'refresh_token_missing']);
const paidCodes = new Set(['order_already_paid', 'cart_completed']);

/**
 * What a failed purchase call means that charges no card: with a new card the browser asks the card only after it. Rethrows what is no
 * refusal: that is a bug.
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
 * What a failed call means that charges a saved card by itself: a refusal is an answer, but where no answer came nobody knows what the
 * bank has heard.
 */
export function outcomeOfSavedCard(error: unknown): Outcome {
  const outcome = outcomeOfRefusal(error);
  if (outcome.kind !== 'refused' || !(error instanceof CallError)) return outcome;
  const { code, message, status } = error;
  if (code === 'card_declined') return { kind: 'declined', message };
  if (code === 'payment_unavailable' || (status >= 400 && status < 500)) return outcome;
  return { kind: 'unclear', message };
}

/** The card was asked, and our server does not tell how it ended. */
export function outcomeOfLostCheck(error: unknown): Outcome {
  const outcome = outcomeOfRefusal(error);
  if (outcome.kind === 'already_paid' || !(error instanceof CallError)) return outcome;
  return { kind: 'unclear', message: error.message };
}

/** The part of the processor's error that decides. */
export type ProviderError = { type?: string; code?: string; decline_code?: string; message?: string };

/** What the shopper reads of it: on an English page the processor's words, on any other ours, where the code has any. */
export function wordsOf({ code, decline_code: declineCode, message }: ProviderError, language: PageCode): string | undefined {
  return (language === 'en' ? null : (declineWords(declineCode) ?? declineWords(code))) ?? message;
}

const decidedTypes = new Set(['card_error', 'validation_error']);
const decidedCodes = new Set(['payment_intent_authentication_failure', 'setup_intent_authentication_failure']);

/** True when the processor surely did not take the money. Any other error (a lost answer, a payment that was already decided) leaves it open. */
export const isDeclined = ({ type, code }: ProviderError): boolean => decidedTypes.has(type ?? '') || decidedCodes.has(code ?? '');
