/**
 * Saved cards on the wire. The processor stores them. The id is the processor's and works only for the card's
 * owner.
 */
import { z } from 'zod';
import { IdempotencyKey } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { CardId, required } from './values.ts';

export const SavedCard = z.object({
  id: CardId,
  /** The name on the card; empty when none was typed. */
  name: z.string(),
  last4: z.string(),
  /** 1 to 12; shown with two digits. */
  expMonth: z.int(),
  expYear: z.int(),
  brand: z.string(),
  /** True for exactly one card, if there are any. */
  isDefault: z.boolean(),
});

/** The fields of the profile's form. */
export const CardHolder = z.strictObject({
  firstName: required('First name is required', 100),
  lastName: required('Last name is required', 100),
});

const oneCard = z.strictObject({ id: CardId });

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/payment-methods/mine',
  access: 'customer',
  summary: "Lists the user's usable saved cards, the default first",
  response: z.array(SavedCard),
});
export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/payments/add-payment-method',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Starts saving a card; the browser completes it with the payment processor',
  headers: IdempotencyKey,
  body: CardHolder,
  response: z.object({ client_secret: z.string() }),
});
export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/api/payment-methods/{id}',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Deletes a saved card',
  params: oneCard,
  response: z.object({}),
});
export const makePaymentMethodDefault = endpoint({
  method: 'PUT',
  path: '/api/payment-methods/{id}/default',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Makes a saved card the default',
  params: oneCard,
  response: z.object({}),
});
