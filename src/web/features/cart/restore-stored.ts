/**
 * Restores the cart whose id this browser stored, once per document, on pages that do not read it themselves.
 * Restores the customer details, and the items if the browser lost them. Loaded only if an id is stored.
 */
import { readCart } from '#contract/carts.ts';
import { CallError } from '#contract/client.ts';
import { call } from '#web/session/call.ts';
import type { CartStore } from './cart-store.ts';
import { isUsedUp, restored } from './restore-cart.ts';
import { emptyBilling, maxCartProducts, replaceProducts, setBillingDetails, setCartId } from './cart.ts';

type Options = {
  /** True if only the id is stored. A cart that the shopper emptied is stored as an empty list. */
  isLost: boolean;
  ask?: typeof call;
};

/** Never throws. An unknown id is cleared; without a response the id stays. Checkout handles a paid cart. */
export async function restoreStored(store: CartStore, { isLost, ask = call }: Options): Promise<void> {
  const { cartId } = store.read();
  if (cartId === null) return;
  const answer = await ask(readCart, { params: { id: cartId } }).catch((error: unknown) => error);
  const now = store.read();
  // The cart changed in the meantime in another tab or by the shopper.
  if (now.cartId !== cartId) return;
  if (answer instanceof CallError) {
    if (answer.status === 404) store.update(setCartId(null));
    return;
  }
  if (answer instanceof Error) return;
  const cart = answer as Parameters<typeof restored>[0];
  if (isUsedUp(cart)) return;
  const { products, billing } = restored(cart);
  if (isLost) {
    const added = now.cartProducts.filter(({ id }) => !products.some((product) => product.id === id));
    store.update(replaceProducts([...products, ...added].slice(0, maxCartProducts)));
  }
  if (now.billingDetails === emptyBilling) store.update(setBillingDetails(billing));
}
