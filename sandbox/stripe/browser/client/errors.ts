/**
 * The two kinds of errors in the browser script. An `IntegrationError` is thrown for a mistake in the shop's
 * code. An error that a customer can cause is returned as `{ error }`, never thrown.
 */
import type { StripeError } from '@stripe/stripe-js';

export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

export const connectionError = (): StripeError => ({
  type: 'api_connection_error',
  message: 'We could not reach our payment provider. Please check your internet connection and try again.',
});

export const authenticationError = (kind: 'payment' | 'setup'): StripeError => ({
  type: 'invalid_request_error',
  code: `${kind}_intent_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
});
