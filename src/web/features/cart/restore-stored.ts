/**
 * Reads the cart whose id this browser stored, once per document, on pages that do not read it themselves. Restores the customer details, and
 * the items where the browser has lost them. Loaded only where an id is stored.
 */
import { readCart } from '#contract/carts.ts';
import { CallError } from '#contract/client.ts';
import { call } from '#web/session/call.ts';
import type { Store } from '#web/store.ts';
import { isUsedUp, restored } from './restore-cart.ts';
import { emptyBilling, maxCartProducts, replaceProducts, setBillingDetails, setCartId } from './slice.ts';

type Options = {
  /** Nothing but the id is stored. A cart that the shopper has emptied is stored as an empty list. */
  isLost: boolean;
  ask?: typeof call;
};

/** Never throws. An id that the server does not know is cleared; without an answer it stays. A paid cart is for checkout to explain. */
export async function restoreStored(store: Store, { isLost, ask = call }: Options): Promise<void> {
  const { cartId } = store.getState().cart;
  if (cartId === null) return;
  const answer = await ask(readCart, { params: { id: cartId } }).catch((error: unknown) => error);
  const now = store.getState().cart;
  // Another tab or the shopper was faster.
  if (now.cartId !== cartId) return;
  if (answer instanceof CallError) {
    if (answer.status === 404) store.dispatch(setCartId(null));
    return;
  }
  if (answer instanceof Error) return;
  const cart = answer as Parameters<typeof restored>[0];
  if (isUsedUp(cart)) return;
  const { products, billing } = restored(cart);
  if (isLost) {
    const added = now.cartProducts.filter(({ id }) => !products.some((product) => product.id === id));
    store.dispatch(replaceProducts([...products, ...added].slice(0, maxCartProducts)));
  }
  if (now.billingDetails === emptyBilling) store.dispatch(setBillingDetails(billing));
}
