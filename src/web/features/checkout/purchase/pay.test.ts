/** The processor's message about a card is shown as it is; without one, the specification's text. */
import { expect, test } from 'vitest';
import { emptyBilling } from '#web/features/cart/cart.ts';
import type { CardFields } from '#web/features/cards/card-fields.ts';
import { pay, type PurchaseAnswer } from './pay.ts';

type StripeFailure = { type?: string; message?: string };

const fieldsWithError = (error: StripeFailure): CardFields =>
  ({
    elements: { submit: async () => ({ error }) },
    stripe: { handleNextAction: async () => ({ error }) },
  }) as unknown as CardFields;

const paying = (fields: CardFields, cardId: string | null, place: () => Promise<PurchaseAnswer>) => ({
  call: () => Promise.reject(new Error('nobody asks the server')),
  paymentMethod: { fields, cardId },
  place,
  billing: emptyBilling,
  signal: new AbortController().signal,
  successPage: '/payment-successful' as const,
  onStage: () => undefined,
});

test.each([
  [{ message: 'Your card number is incomplete.' }, 'Your card number is incomplete.'],
  [{}, 'error occurred'],
])('invalid card fields: %o', async (error, message) => {
  const placeNothing = () => Promise.reject(new Error('no order is placed'));
  expect(await pay(paying(fieldsWithError(error), null, placeNothing))).toEqual({ kind: 'refused', message });
});

test.each([
  [{ type: 'card_error', message: 'Your card was declined.' }, 'Your card was declined.'],
  [{ type: 'card_error' }, 'error occurred'],
])('a declined card: %o', async (error, message) => {
  const placed = {
    orderId: 'ord_1',
    status: 'requires_action' as const,
    client_secret: 'secret',
    total: 149.5,
  };
  expect(await pay(paying(fieldsWithError(error), 'pm_saved', async () => placed))).toEqual({
    kind: 'declined',
    message,
  });
});
