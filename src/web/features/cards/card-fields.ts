/** The processor's card fields, as whoever pays or saves a card is handed them. */
import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** The processor's library and its fields, once both are there. */
export type CardFields = { stripe: Stripe; elements: StripeElements } | null;

/** The specification's words where the processor gives none. */
export const errorOccurred = 'error occurred';
