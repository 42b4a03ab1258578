/**
 * The cart that a person was filling before, maybe on another device, for whatever page they come to first, together with the one that this
 * browser filled before they logged in. Loaded only for somebody who has one of them. Checkout does the same by itself, where a link may have brought another cart.
 */
import type { CurrentUser } from '#web/session/api.ts';
import { call } from '#web/session/call.ts';
import type { Store } from '#web/store.ts';
import * as toasts from '#web/ui/toasts.ts';
import { fromSavedCart } from './adopt-cart.ts';
import { applyCoupon } from '#web/features/checkout/discount/apply-coupon.ts';
import { mergeAndAdopt } from './merge-cart.ts';

/** Never throws: without a connection the products are there, and checkout looks after the code. */
export async function restorePending(store: Store, user: Pick<CurrentUser, 'cart'>): Promise<void> {
  const { added, discountCode } = await mergeAndAdopt(call, store, user);
  if (added.length > 0) toasts.message(fromSavedCart(added));
  // A code of then may have run out since, and nobody has asked for it now: it is applied or it is not.
  if (discountCode !== null) await applyCoupon(call, store, discountCode).catch(() => undefined);
}
