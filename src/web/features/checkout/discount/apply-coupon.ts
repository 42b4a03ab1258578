/**
 * Looking a discount code up. The server decides and words the refusal, except where the cart does not meet a condition that the server has
 * told; a refused code is taken off the cart.
 */
import { couponCode } from '#kernel/coupon-code.ts';
import { phrase } from '#kernel/language.ts';
import { CallError, type Client } from '#contract/client.ts';
import { readCouponByCode } from '#contract/coupons.ts';
import type { Answer } from '#contract/endpoint.ts';
import { type CartState, type Discount, setDiscount } from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';
import { couponCodes } from '#web/features/checkout/purchase/outcome.ts';
import { unmetOf } from '#web/features/checkout/summary/totals.ts';

/** The server's sentence, for a guest who applies a code that asks who buys. */
export const needsLogIn = phrase('Log in or confirm your email to use this code');

export type Applied = { isApplied: true } | { isApplied: false; message: string };

/**
 * An order of this browser that waits for its payment holds its code already: the last use of a code would be refused to the very
 * buyer who has it. The purchase itself tells when that order and its use are gone.
 */
export function holdsCode({ purchase, discount }: Pick<CartState, 'purchase' | 'discount'>, code: string): boolean {
  const isOpen = purchase !== null && purchase.orderId !== null && !purchase.isPaid;
  return isOpen && discount !== null && couponCode(discount.code) === couponCode(code);
}

type Told = Answer<typeof readCouponByCode>;

const discountOf = (code: string, { discountType, amount, productIds, minimumSpend, subscriptionPeriods }: Told): Discount => ({
  code,
  discountType,
  amount,
  ...(productIds && { productIds }),
  ...(minimumSpend !== undefined && { minimumSpend }),
  ...(subscriptionPeriods && { subscriptionPeriods }),
});

/** A lost connection leaves the discount as it was: the code was not refused. `isGuest`: a code that asks who buys is refused at once. */
export async function applyCoupon(call: Client, store: Store, typed: string, isGuest = false): Promise<Applied> {
  // The spelling that the server stores is shown everywhere.
  const code = couponCode(typed);
  if (holdsCode(store.getState().cart, code)) return { isApplied: true };
  try {
    const told = await call(readCouponByCode, { params: { code } });
    if (isGuest && (told.firstOrderOnly === true || told.usesPerCustomer !== undefined)) {
      store.dispatch(setDiscount(null));
      return { isApplied: false, message: needsLogIn };
    }
    const discount = discountOf(code, told);
    const unmet = unmetOf(store.getState().cart.cartProducts, discount);
    store.dispatch(setDiscount(unmet === null ? discount : null));
    return unmet === null ? { isApplied: true } : { isApplied: false, message: unmet.message };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (couponCodes.has(error.code) || error.code === 'invalid_request') store.dispatch(setDiscount(null));
    return { isApplied: false, message: error.message };
  }
}
