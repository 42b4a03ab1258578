/**
 * Two carts of one person become one: the products of both, each once. The cart that goes in is lost and remembers where it went, so a link
 * or a browser that still holds its id comes to the cart that goes on, and an order that still waits for it is given up before another is paid.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { next, union } from './rules.ts';
import * as store from './store.ts';

/** A cart that was merged may have gone into one that was merged itself. */
const stepsAtMost = 10;

/** The cart that goes on; the same one for a cart that went nowhere. Only of one person: a guest's cart goes into nothing. */
export async function follow(db: Database | Tx, cart: store.CartRow, read: typeof store.find = store.find): Promise<store.CartRow> {
  let last = cart;
  for (let step = 0; step < stepsAtMost && last.merged_into !== null; step += 1) {
    const target = await read(db, last.merged_into);
    if (target === undefined || target.user_id !== cart.user_id) break;
    last = target;
  }
  return last;
}

/**
 * Where a change of this cart goes, locked; null: it stays. `own`: the other cart that the caller is filling. The caller has locked `cart`.
 * Throws `cart_not_found` where that cart was deleted.
 */
export async function targetOf(tx: Tx, cart: store.CartRow, own: store.CartRow | null): Promise<store.CartRow | null> {
  if (cart.merged_into === null) return own;
  const target = await follow(tx, cart, (_db, id) => store.lock(tx, id));
  if (target.deleted_at !== null) throw new DomainError('cart_not_found');
  return target.id === cart.id ? own : target;
}

/** Moves the products over, and what was typed where the target has nothing. The caller has locked the person and both carts. */
export async function moveInto(tx: Tx, cart: store.CartRow, target: store.CartRow, now: Date): Promise<void> {
  const [theirs, ours] = [await store.productIds(tx, target.id), await store.productIds(tx, cart.id)];
  await store.update(tx, target.id, next(target.status, 'change'), filled(target, cart), now);
  await store.replaceItems(tx, target.id, union(theirs, ours));
  await store.markMerged(tx, cart.id, target.id, target.user_id ?? '');
}

/** The first's fields, with the second's where it has none. */
export const filled = (first: store.CartFields, second: store.CartFields): store.CartFields => ({
  first_name: first.first_name || second.first_name,
  last_name: first.last_name || second.last_name,
  email: first.email || second.email,
  phone_number: first.phone_number || second.phone_number,
  address_line1: first.address_line1 || second.address_line1,
  company: first.company || second.company,
  tax_number: first.tax_number || second.tax_number,
  country: first.country || second.country,
  discount_code: first.discount_code ?? second.discount_code,
  language: first.language ?? second.language,
});
