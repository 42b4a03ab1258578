/** The chosen payment method, and its fields in the purchase calls. */
import type { CardFields } from '#web/features/cards/card-fields.ts';

/**
 * How an order is paid. `fields`: null if no card is needed. `cardId`: null for a new card, which `saveCard`
 * saves. `onCredit`: paid with credit.
 */
export type PaymentMethodChoice = {
  fields: CardFields;
  cardId: string | null;
  saveCard?: boolean;
  onCredit?: boolean;
};

type Sent = { paymentMethodId?: string; saveCard?: true; creditPurchase?: true };

/** The payment fields in the purchase calls of a logged-in user. */
export const toRequestFields = ({
  cardId,
  saveCard,
  onCredit,
}: Omit<PaymentMethodChoice, 'fields'>): Sent => {
  if (onCredit) return { creditPurchase: true };
  if (cardId !== null) return { paymentMethodId: cardId };
  return saveCard ? { saveCard } : {};
};
