/**
 * Merges the cart of this browser with the logged-in user's other cart. The server makes one of them, so
 * neither is bought twice or gets its own reminder. This browser continues with the result.
 */
import { CallError, type Client } from '#contract/client.ts';
import { mergeCart } from '#contract/carts.ts';
import type { CurrentUser } from '#web/session/api.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import { type Adopted, adoptPendingCart, nothingAdopted } from './adopt-cart.ts';
import type { RestorableCart } from '#web/features/cart/restore-cart.ts';

/** Returns the merged cart, or the error if the server rejects or does not respond. */
export const mergeOnServer = (call: Client, id: string): Promise<RestorableCart | CallError> =>
  call(mergeCart, { params: { id } }).catch((error: unknown) => {
    if (error instanceof CallError) return error;
    throw error;
  });

export async function mergeAndAdopt(
  call: Client,
  store: CartStore,
  user: Pick<CurrentUser, 'cart'>,
): Promise<Adopted> {
  const { cartId } = store.read();
  if (cartId === null || cartId === user.cart?.id) return adoptPendingCart(store, user);
  const merged = await mergeOnServer(call, cartId);
  if (!(merged instanceof CallError)) return adoptPendingCart(store, { cart: merged });
  // Without a response nothing changes here: the next save of this cart merges both as well.
  return merged.code === 'cart_not_found' ? adoptPendingCart(store, user) : nothingAdopted;
}
