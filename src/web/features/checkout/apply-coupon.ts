/** Looking a discount code up. The server decides and words the refusal; a refused code is taken off the cart. */
import { CallError, type Client } from '#contract/client.ts';
import { readCouponByCode } from '#contract/coupons.ts';
import { type CartState, setDiscount } from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';

const couponCodes = new Set(['coupon_invalid', 'coupon_exhausted', 'coupon_expired', 'invalid_request']);

export type Applied = { isApplied: true } | { isApplied: false; message: string };

/**
 * An order of this browser that waits for its payment holds its code already: the last use of a code would be refused to the very
 * buyer who has it. The purchase itself tells when that order and its use are gone.
 */
export function holdsCode({ purchase, discount }: Pick<CartState, 'purchase' | 'discount'>, code: string): boolean {
  const isOpen = purchase !== null && purchase.orderId !== null && !purchase.isPaid;
  return isOpen && discount !== null && discount.code.toUpperCase() === code.trim().toUpperCase();
}

/** A lost connection leaves the discount as it was: the code was not refused. */
export async function applyCoupon(call: Client, store: Store, typed: string): Promise<Applied> {
  // The server reads codes without their case; one way of writing them is shown everywhere.
  const code = typed.trim().toUpperCase();
  if (holdsCode(store.getState().cart, code)) return { isApplied: true };
  try {
    const { discountType, amount } = await call(readCouponByCode, { params: { code } });
    store.dispatch(setDiscount({ code, discountType, amount }));
    return { isApplied: true };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (couponCodes.has(error.code)) store.dispatch(setDiscount(null));
    return { isApplied: false, message: error.message };
  }
}
