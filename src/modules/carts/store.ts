/** SQL for carts. Items are replaced as a whole: a cart is a draft, and the last write wins. */
import {
  buyerFieldNames,
  buyerFields,
  type CartBuyerColumn,
  type InvoiceColumn,
  invoiceColumns,
} from '#kernel/billing-fields.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type CartStatus, openStatuses } from './rules.ts';

/** Each text is empty until it is typed. */
export const billingColumns = [
  ...buyerFieldNames.map((name) => buyerFields[name].cartColumn),
  ...invoiceColumns,
];

export type CartFields = Record<CartBuyerColumn | InvoiceColumn, string> & {
  discount_code: string | null;
  /** The language of the page on which it was filled; null for English. */
  language: Exclude<PageCode, 'en'> | null;
};

/** `user_id` is null for a guest's cart, which is identified by its id alone. */
export type CartRow = CartFields & {
  id: string;
  user_id: string | null;
  status: CartStatus;
  /** The last change by the shopper. */
  updated_at: Date;
  abandoned_at: Date | null;
  /** The cart that it was merged into. */
  merged_into: string | null;
  deleted_at: Date | null;
};

const columns = [
  'id',
  'user_id',
  'status',
  'updated_at',
  'abandoned_at',
  'merged_into',
  'deleted_at',
  ...billingColumns,
  'discount_code',
  'language',
] as const;

export const find = (db: Database | Tx, id: string): Promise<CartRow | undefined> =>
  db.selectFrom('cart').select(columns).where('id', '=', id).executeTakeFirst();

/** Locks the cart until the transaction ends, so that two tabs cannot place two orders from it. */
export const lock = (tx: Tx, id: string): Promise<CartRow | undefined> =>
  tx.selectFrom('cart').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const productIds = async (db: Database | Tx, cartId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('cart_item')
      .select('product_id')
      .where('cart_id', '=', cartId)
      .orderBy('position')
      .execute()
  ).map((row) => row.product_id);

/** The cart that a person is filling: the most recently changed open one. */
export const findOpenOf = (db: Database | Tx, userId: string): Promise<CartRow | undefined> =>
  db
    .selectFrom('cart')
    .select(columns)
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function bind(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.updateTable('cart').set({ user_id: userId }).where('id', '=', id).execute();
}

/** Serializes changes of a person's carts. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Like `findOpenOf`, locked. The caller holds the lock on the person, so no other cart becomes theirs in the
 * meantime.
 */
export async function lockOpenOf(
  tx: Tx,
  userId: string,
  exceptId: string | null,
): Promise<CartRow | undefined> {
  const open = tx
    .selectFrom('cart')
    .select(columns)
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses);
  const others = exceptId === null ? open : open.where('id', '<>', exceptId);
  return others.orderBy('updated_at', 'desc').limit(1).forUpdate().executeTakeFirst();
}

export async function insert(
  tx: Tx,
  id: string,
  userId: string | null,
  fields: CartFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('cart')
    .values({ id, user_id: userId, ...fields, created_at: now, updated_at: now })
    .execute();
}

/** Applies a change by the shopper. */
export async function update(
  tx: Tx,
  id: string,
  status: CartStatus,
  fields: Partial<CartFields>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ ...fields, status, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setStatus(tx: Tx, id: string, status: CartStatus): Promise<void> {
  await tx.updateTable('cart').set({ status }).where('id', '=', id).execute();
}

export async function markDeleted(tx: Tx, id: string, status: CartStatus, now: Date): Promise<void> {
  await tx.updateTable('cart').set({ status, deleted_at: now }).where('id', '=', id).execute();
}

export async function markAbandoned(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('cart')
    .set((eb) => ({ status: 'abandoned', abandoned_at: eb.fn.coalesce('abandoned_at', eb.val(now)) }))
    .where('id', '=', id)
    .execute();
}

/** The cart belongs to this person only from now on, and is never paid separately. */
export async function markMerged(tx: Tx, id: string, intoId: string, userId: string): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ status: 'lost', merged_into: intoId, user_id: userId })
    .where('id', '=', id)
    .execute();
}

/** Payable orders of carts that were merged into this one. */
export const waitingOrderOfMerged = async (tx: Tx, cartId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('shop_order')
      .innerJoin('cart', 'cart.id', 'shop_order.cart_id')
      .select('shop_order.id')
      .where('cart.merged_into', '=', cartId)
      .where('shop_order.status', '=', 'awaiting_payment')
      .orderBy('shop_order.created_at')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null;

export async function replaceItems(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  await tx.deleteFrom('cart_item').where('cart_id', '=', cartId).execute();
  await tx
    .insertInto('cart_item')
    .values(ids.map((productId, position) => ({ cart_id: cartId, product_id: productId, position })))
    .execute();
}

export async function removeItems(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await tx.deleteFrom('cart_item').where('cart_id', '=', cartId).where('product_id', 'in', ids).execute();
}

export async function markEmptyLost(tx: Tx, cartId: string): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ status: 'lost' })
    .where('id', '=', cartId)
    .where('status', 'in', openStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cart_item').select('cart_id').whereRef('cart_id', '=', 'cart.id'))),
    )
    .execute();
}
