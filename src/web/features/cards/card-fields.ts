/** The processor's card fields, as whoever pays or saves a card is handed them. */
import { phrase } from '#kernel/language.ts';
import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** The processor's library and its fields, once both are there. */
export type CardFields = { stripe: Stripe; elements: StripeElements } | null;

/** The specification's words where nobody says what went wrong, such as a processor without any. */
export const errorOccurred = phrase('error occurred');
