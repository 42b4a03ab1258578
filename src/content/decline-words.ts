/**
 * Explains a declined card by the code of the bank or the processor, for languages other than English.
 * English pages show the processor's own message.
 */
import { phrase } from '#kernel/language.ts';

const declined = phrase('Your card was declined.');
const wrongNumber = phrase('Your card number is incorrect.');
const wrongCode = phrase('Your card’s security code is incorrect.');
const wrongDate = phrase('Your card’s expiration date is incorrect.');

const words: Readonly<Record<string, string>> = {
  card_declined: declined,
  insufficient_funds: phrase('Your card has insufficient funds.'),
  expired_card: phrase('Your card has expired.'),
  processing_error: phrase('An error occurred while processing your card. Try again in a little bit.'),
  authentication_required: phrase('Your card was declined. This transaction requires authentication.'),
  payment_intent_authentication_failure: phrase(
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ),
  card_not_supported: phrase('Your card does not support this type of purchase.'),
  incorrect_number: wrongNumber,
  invalid_number: wrongNumber,
  incorrect_cvc: wrongCode,
  invalid_cvc: wrongCode,
  invalid_expiry_month: wrongDate,
  invalid_expiry_year: wrongDate,
  invalid_expiry_month_past: wrongDate,
  invalid_expiry_year_past: wrongDate,
  incomplete_number: phrase('Your card number is incomplete.'),
  incomplete_expiry: phrase('Your card’s expiration date is incomplete.'),
  incomplete_cvc: phrase('Your card’s security code is incomplete.'),
};

/** The English text of a decline code. Null for a code that is not about the card. */
export const declineWords = (code: string | null | undefined): string | null =>
  (code && Object.hasOwn(words, code) ? words[code] : undefined) ?? null;

/** Like `declineWords` for a card that was certainly declined, with a general text for other codes. */
export const wordsOfDecline = (code: string | null | undefined): string => declineWords(code) ?? declined;
