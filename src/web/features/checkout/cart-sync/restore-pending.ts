/**
 * Restores the logged-in user's saved cart on the first page, merged with the cart of this browser. Loaded
 * only if one of them exists. Checkout merges carts itself, because a link may add another cart.
 */
import type { CurrentUser } from '#web/session/api.ts';
import { call } from '#web/session/call.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import * as toasts from '#web/ui/toasts.ts';
import { fromSavedCart } from './adopt-cart.ts';
import { applyCoupon } from '#web/features/checkout/discount/apply-coupon.ts';
import { mergeAndAdopt } from './merge-cart.ts';

/** Never throws. Without a connection the products are shown, and checkout validates the code. */
export async function restorePending(store: CartStore, user: Pick<CurrentUser, 'cart'>): Promise<void> {
  const { added, discountCode } = await mergeAndAdopt(call, store, user);
  if (added.length > 0) toasts.message(fromSavedCart(added));
  // The code may have expired and the user did not ask for it now, so a rejection is not shown.
  if (discountCode !== null) await applyCoupon(call, store, discountCode).catch(() => undefined);
}
