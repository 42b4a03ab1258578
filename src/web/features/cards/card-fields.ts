/** The processor's card fields, as passed to components that pay with a card or save one. */
import { phrase } from '#kernel/language.ts';
import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** The processor's library and its fields. Null until both are loaded. */
export type CardFields = { stripe: Stripe; elements: StripeElements } | null;

/** The specification's text for an error without a message. */
export const errorOccurred = phrase('error occurred');
