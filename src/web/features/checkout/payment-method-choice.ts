/** With what an order is paid, and what the purchase calls are told of it. */
import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** The processor's library and its fields, once both are there. */
export type CardFields = { stripe: Stripe; elements: StripeElements } | null;

/** How an order is paid: `fields` null for one that needs no card, `cardId` null for a new card, which `saveCard` keeps; or on account. */
export type PaymentMethodChoice = { fields: CardFields; cardId: string | null; saveCard?: boolean; onCredit?: boolean };

type Sent = { paymentMethodId?: string; saveCard?: true; creditPurchase?: true };

/** What the purchase calls of somebody who is logged in say about how they pay. */
export const asSent = ({ cardId, saveCard, onCredit }: Omit<PaymentMethodChoice, 'fields'>): Sent => {
  if (onCredit) return { creditPurchase: true };
  if (cardId !== null) return { paymentMethodId: cardId };
  return saveCard ? { saveCard } : {};
};
