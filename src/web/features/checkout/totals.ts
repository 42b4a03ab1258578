/** What the shopper is shown to pay. The server computes the same with its own prices and has the last word. */
import { add, type Cents, cents, fromDollars, share, subtract } from '#kernel/money.ts';
import type { CartProduct, Discount } from '#web/features/cart/slice.ts';

export type Totals = { subtotalCents: Cents; discountCents: Cents; totalCents: Cents };

/** The card processor's smallest payment. */
export const smallestCardPayment = cents(50);

/** A fixed amount never exceeds the subtotal; a percentage is rounded half up to a whole cent. */
export function discountOn(subtotal: Cents, discount: Discount | null): Cents {
  if (!discount) return cents(0);
  const wanted =
    discount.discountType === 'fixed_amount' ? fromDollars(discount.amount) : share(subtotal, Math.round(discount.amount * 100));
  return cents(Math.min(wanted, subtotal));
}

export function totalsOf(products: Pick<CartProduct, 'priceCents'>[], discount: Discount | null): Totals {
  const subtotalCents = add(...products.map(({ priceCents }) => priceCents));
  const discountCents = discountOn(subtotalCents, discount);
  return { subtotalCents, discountCents, totalCents: subtract(subtotalCents, discountCents) };
}

export type Charge = 'card' | 'free' | 'too_small' | 'card_needed';

/** How a total is paid: zero needs no card unless something renews, and below 50 cents no card can pay. */
export function chargeFor(total: Cents, isRenewing: boolean): Charge {
  if (total === 0) return isRenewing ? 'card_needed' : 'free';
  return total < smallestCardPayment ? 'too_small' : 'card';
}
