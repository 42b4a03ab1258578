/** With what an order is paid, and what the purchase calls are told of it. */
import type { CardFields } from '#web/features/cards/card-fields.ts';

/** How an order is paid: `fields` null for one that needs no card, `cardId` null for a new card, which `saveCard` keeps; or on account. */
export type PaymentMethodChoice = { fields: CardFields; cardId: string | null; saveCard?: boolean; onCredit?: boolean };

type Sent = { paymentMethodId?: string; saveCard?: true; creditPurchase?: true };

/** What the purchase calls of somebody who is logged in say about how they pay. */
export const asSent = ({ cardId, saveCard, onCredit }: Omit<PaymentMethodChoice, 'fields'>): Sent => {
  if (onCredit) return { creditPurchase: true };
  if (cardId !== null) return { paymentMethodId: cardId };
  return saveCard ? { saveCard } : {};
};
