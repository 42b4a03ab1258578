/**
 * Closes a cart when an order made from it is paid. The caller's transaction holds the locks on the cart and
 * the order.
 */
import { mapNames } from '#kernel/billing-fields.ts';
import { freshId } from '#kernel/ids.ts';
import type { Tx } from '#platform/database.ts';
import { type CartStatus, isClosed, paid } from './rules.ts';
import * as store from './store.ts';

type Sold = { cartId: string; productIds: string[]; now: Date };

/** Idempotent. Returns the new status, or null if it did not change. */
export async function close(tx: Tx, { cartId, productIds, now }: Sold): Promise<CartStatus | null> {
  const cart = await store.lock(tx, cartId);
  if (cart === undefined || isClosed(cart.status)) return null;
  const status = paid(cart.status, cart.abandoned_at !== null);
  await store.setStatus(tx, cartId, status);
  if (cart.merged_into !== null) await removeProducts(tx, cart.merged_into, productIds);
  else if (cart.user_id !== null) await moveLaterProducts(tx, cart, { productIds, now });
  return status;
}

/** Removes bought products from the cart that this one was merged into. */
async function removeProducts(tx: Tx, cartId: string, productIds: string[]): Promise<void> {
  await store.removeItems(tx, cartId, productIds);
  await store.markEmptyLost(tx, cartId);
}

/** Moves products added after the order was placed, in another tab or on another device, to a new cart. */
async function moveLaterProducts(
  tx: Tx,
  cart: store.CartRow,
  { productIds, now }: Omit<Sold, 'cartId'>,
): Promise<void> {
  const laterProducts = (await store.productIds(tx, cart.id)).filter((id) => !productIds.includes(id));
  if (laterProducts.length === 0) return;
  const id = freshId('cart');
  const fields = {
    ...mapNames(store.billingColumns, (column) => cart[column]),
    discount_code: null,
    language: cart.language,
  };
  await store.insert(tx, id, cart.user_id, fields, now);
  await store.replaceItems(tx, id, laterProducts);
}
