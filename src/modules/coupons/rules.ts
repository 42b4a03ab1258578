/** What a coupon is worth and when it may be used. The clock and the cart come in as values. */
import { DomainError } from '#kernel/errors.ts';
import { type Cents, cents, share } from '#kernel/money.ts';

export type Discount = { kind: 'fixed_amount'; amount: Cents } | { kind: 'percentage'; basisPoints: number };

export type Coupon = {
  id: number;
  code: string;
  discount: Discount;
  usageLimit: number;
  usedCount: number;
  expiresAt: Date;
};

/** Codes are the same in any case and with spaces around them. */
export const normalise = (code: string): string => code.trim().toUpperCase();

/** Checked in this order because the shopper sees only the first message. */
export function assertUsable(coupon: Coupon, now: Date): void {
  if (coupon.usedCount >= coupon.usageLimit) throw new DomainError('coupon_exhausted');
  if (coupon.expiresAt <= now) throw new DomainError('coupon_expired');
}

/** Never more than the subtotal: a discount cannot make us owe the shopper money. */
export function discountOn(subtotal: Cents, discount: Discount): Cents {
  const wanted = discount.kind === 'fixed_amount' ? discount.amount : share(subtotal, discount.basisPoints);
  return cents(Math.min(wanted, subtotal));
}
