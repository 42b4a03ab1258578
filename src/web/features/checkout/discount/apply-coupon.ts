/**
 * Validates a discount code. The server decides and words the rejection, except for conditions that the
 * browser can check itself. A rejected code is removed from the cart.
 */
import { couponCode } from '#kernel/coupon-code.ts';
import { phrase } from '#kernel/language.ts';
import { CallError, type Client } from '#contract/client.ts';
import { readCouponByCode } from '#contract/coupons.ts';
import type { Answer } from '#contract/endpoint.ts';
import { type CartState, type Discount, setDiscount } from '#web/features/cart/cart.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import { couponCodes } from '#web/features/checkout/purchase/outcome.ts';
import { unmetOf } from '#web/features/checkout/summary/totals.ts';

/** The server's sentence, for a guest who applies a code that requires a known buyer. */
export const needsLogIn = phrase('Log in or confirm your email to use this code');

export type Applied = { isApplied: true } | { isApplied: false; message: string };

/**
 * An order of this browser that awaits payment already holds its code. Validating again would reject the last
 * use of the code to the buyer who holds it. The purchase itself reports when the order and its use are gone.
 */
export function holdsCode(
  { purchase, discount }: Pick<CartState, 'purchase' | 'discount'>,
  code: string,
): boolean {
  const isOpen = purchase !== null && purchase.orderId !== null && !purchase.isPaid;
  return isOpen && discount !== null && couponCode(discount.code) === couponCode(code);
}

type CouponAnswer = Answer<typeof readCouponByCode>;

const discountOf = (
  code: string,
  { discountType, amount, productIds, minimumSpend, subscriptionPeriods }: CouponAnswer,
): Discount => ({
  code,
  discountType,
  amount,
  ...(productIds && { productIds }),
  ...(minimumSpend !== undefined && { minimumSpend }),
  ...(subscriptionPeriods && { subscriptionPeriods }),
});

/**
 * A lost connection leaves the discount unchanged, because the code was not rejected. `isGuest`: a code that
 * requires a known buyer is rejected right away.
 */
export async function applyCoupon(
  call: Client,
  store: CartStore,
  typed: string,
  isGuest = false,
): Promise<Applied> {
  // Shows the spelling that the server stores.
  const code = couponCode(typed);
  if (holdsCode(store.read(), code)) return { isApplied: true };
  try {
    const answer = await call(readCouponByCode, { params: { code } });
    const discount = discountOf(code, answer);
    const isUnknown = isGuest && (answer.firstOrderOnly === true || answer.usesPerCustomer !== undefined);
    const message = unmetOf(store.read().cartProducts, discount)?.message ?? (isUnknown ? needsLogIn : null);
    store.update(setDiscount(message === null ? discount : null));
    return message === null ? { isApplied: true } : { isApplied: false, message };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (couponCodes.has(error.code) || error.code === 'invalid_request') store.update(setDiscount(null));
    return { isApplied: false, message: error.message };
  }
}
