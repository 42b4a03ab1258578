/**
 * Merges two carts of one person; each product appears once. The merged cart becomes lost and stores its
 * target, so a link or browser with the old id reaches the target. An order still waiting for the merged cart
 * is canceled before another is paid.
 */
import { mapNames } from '#kernel/billing-fields.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { next, union } from './rules.ts';
import * as store from './store.ts';

/** A cart may have been merged into one that was merged itself. */
const stepsAtMost = 10;

/**
 * Returns the cart at the end of the merge chain, or the cart itself. Only follows carts of the same person;
 * a guest's cart has no target.
 */
export async function follow(
  db: Database | Tx,
  cart: store.CartRow,
  read: typeof store.find = store.find,
): Promise<store.CartRow> {
  let last = cart;
  for (let step = 0; step < stepsAtMost && last.merged_into !== null; step += 1) {
    const target = await read(db, last.merged_into);
    if (target === undefined || target.user_id !== cart.user_id) break;
    last = target;
  }
  return last;
}

/**
 * Returns the locked cart that a change of this one must go to; null if it stays. `own`: the other cart that
 * the caller is filling. The caller has locked `cart`. Throws `cart_not_found` if the target was deleted.
 */
export async function targetOf(
  tx: Tx,
  cart: store.CartRow,
  own: store.CartRow | null,
): Promise<store.CartRow | null> {
  if (cart.merged_into === null) return own;
  const target = await follow(tx, cart, (_db, id) => store.lock(tx, id));
  if (target.deleted_at !== null) throw new DomainError('cart_not_found');
  return target.id === cart.id ? own : target;
}

/**
 * Moves the products, and fills the target's empty fields. The caller has locked the person and both carts.
 */
export async function mergeInto(
  tx: Tx,
  cart: store.CartRow,
  target: store.CartRow,
  now: Date,
): Promise<void> {
  const [targetIds, sourceIds] = [await store.productIds(tx, target.id), await store.productIds(tx, cart.id)];
  await store.update(tx, target.id, next(target.status, 'change'), filled(target, cart), now);
  await store.replaceItems(tx, target.id, union(targetIds, sourceIds));
  await store.markMerged(tx, cart.id, target.id, target.user_id ?? '');
}

/** Fills empty fields of the first with the second's. */
export const filled = (first: store.CartFields, second: store.CartFields): store.CartFields => ({
  ...mapNames(store.billingColumns, (column) => first[column] || second[column]),
  discount_code: first.discount_code ?? second.discount_code,
  language: first.language ?? second.language,
});
