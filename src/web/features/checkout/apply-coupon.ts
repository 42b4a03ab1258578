/** Looking a discount code up. The server decides and words the refusal; a refused code is taken off the cart. */
import { CallError, type Client } from '#contract/client.ts';
import { readCouponByCode } from '#contract/coupons.ts';
import { setDiscount } from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';

const couponCodes = new Set(['coupon_invalid', 'coupon_exhausted', 'coupon_expired', 'invalid_request']);

export type Applied = { isApplied: true } | { isApplied: false; message: string };

/** A lost connection leaves the discount as it was: the code was not refused. */
export async function applyCoupon(call: Client, store: Store, typed: string): Promise<Applied> {
  const code = typed.trim();
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
