/**
 * Two carts of somebody who is logged in: the one that this browser filled before, and the one that they were filling, maybe on another device.
 * The server makes one of them, so that neither is bought twice nor reminded of alone; this browser goes on with that one.
 */
import { CallError, type Client } from '#contract/client.ts';
import { mergeCart } from '#contract/carts.ts';
import type { CurrentUser } from '#web/session/api.ts';
import type { Store } from '#web/store.ts';
import { type Adopted, adoptPendingCart, nothingAdopted } from './adopt-cart.ts';
import type { RestorableCart } from '#web/features/cart/restore-cart.ts';

/** The cart that goes on; a refusal where the server says no or does not answer. */
export const mergeOnServer = (call: Client, id: string): Promise<RestorableCart | CallError> =>
  call(mergeCart, { params: { id } }).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });

export async function mergeAndAdopt(call: Client, store: Store, user: Pick<CurrentUser, 'cart'>): Promise<Adopted> {
  const { cartId } = store.getState().cart;
  if (cartId === null || cartId === user.cart?.id) return adoptPendingCart(store, user);
  const merged = await mergeOnServer(call, cartId);
  if (!(merged instanceof CallError)) return adoptPendingCart(store, { cart: merged });
  // Without an answer nothing changes here: the next save of this cart brings the two together as well.
  return merged.code === 'cart_not_found' ? adoptPendingCart(store, user) : nothingAdopted;
}
