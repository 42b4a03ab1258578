/**
 * Decides whether a coupon may be used. The clock, the cart and the customer's history are passed in as
 * values. The kernel computes the discount, because checkout shows it before it calls the server.
 */
import { type Line, type Reduction, type RenewalReduction, unmetBy } from '#kernel/discounts.ts';
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';

export type Coupon = Reduction &
  RenewalReduction & {
    id: number;
    code: string;
    usageLimit: number;
    usedCount: number;
    startsAt: Date | null;
    expiresAt: Date;
    /** How many orders of one customer may use it; null means no limit. */
    usesPerCustomer: number | null;
    isFirstOrderOnly: boolean;
  };

/** Checked in this order, because the shopper sees only the first error. */
export function assertUsable(coupon: Coupon, now: Date): void {
  if (coupon.usedCount >= coupon.usageLimit) throw new DomainError('coupon_exhausted');
  if (coupon.expiresAt <= now) throw new DomainError('coupon_expired');
  if (coupon.startsAt !== null && coupon.startsAt > now)
    throw new DomainError(
      'coupon_not_started',
      worded('Coupon code can be used from {start}', {
        start: { day: coupon.startsAt.toISOString().slice(0, 10) },
      }),
    );
}

/** Throws `coupon_not_for_cart` or `coupon_minimum_spend`. */
export function assertFits(coupon: Coupon, lines: readonly Line[]): void {
  const unmet = unmetBy(lines, coupon);
  if (unmet !== null) throw new DomainError(unmet.code, unmet.message);
}

export const needsBuyer = ({
  usesPerCustomer,
  isFirstOrderOnly,
}: Pick<Coupon, 'usesPerCustomer' | 'isFirstOrderOnly'>): boolean =>
  usesPerCustomer !== null || isFirstOrderOnly;

/**
 * The customer's other orders. `consumed` and `reserved`: paid and unpaid orders with this code.
 * `firstOrders`: unpaid orders with any first-order code.
 */
export type Past = { consumed: number; reserved: number; sales: number; firstOrders: number };

/** Null when the customer may use the code. */
export function refusalFor({ usesPerCustomer, isFirstOrderOnly }: Coupon, past: Past): DomainError | null {
  if (isFirstOrderOnly && past.sales > 0) return new DomainError('coupon_first_order');
  if (usesPerCustomer !== null && past.consumed >= usesPerCustomer)
    return new DomainError(
      'coupon_customer_limit',
      usesPerCustomer === 1 ? undefined : `You have already used this coupon code ${usesPerCustomer} times`,
    );
  const isHeld = isFirstOrderOnly && past.firstOrders > 0;
  if (isHeld || (usesPerCustomer !== null && past.consumed + past.reserved >= usesPerCustomer))
    return new DomainError('coupon_held');
  return null;
}
