/** SQL for carts. Items are replaced as a whole: a cart is a draft, and the last writer is right. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { type CartStatus, openStatuses } from './rules.ts';

export type CartFields = {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  address_line1: string;
  country: string;
  discount_code: string | null;
};

/** `user_id` is null for a guest's cart, whose id alone opens it. */
export type CartRow = CartFields & { id: string; user_id: string | null; status: CartStatus; updated_at: Date };

const columns = [
  'id',
  'user_id',
  'status',
  'updated_at',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'address_line1',
  'country',
  'discount_code',
] as const;

export const find = (db: Database | Tx, id: string): Promise<CartRow | undefined> =>
  db.selectFrom('cart').select(columns).where('id', '=', id).executeTakeFirst();

/** Locks the cart until the transaction ends, so two tabs cannot place two orders from it. */
export const lock = (tx: Tx, id: string): Promise<CartRow | undefined> =>
  tx.selectFrom('cart').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const productIds = async (db: Database | Tx, cartId: string): Promise<string[]> =>
  (await db.selectFrom('cart_item').select('product_id').where('cart_id', '=', cartId).orderBy('position').execute()).map(
    (row) => row.product_id,
  );

/** The cart that a person is filling: of several the one that was changed last. */
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

/** A person fills one cart at a time. Lock the person first, so that two carts cannot wait for each other. */
export async function giveUpOthers(tx: Tx, userId: string, storedId: string): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ status: 'lost' })
    .where('user_id', '=', userId)
    .where('id', '<>', storedId)
    .where('status', 'in', openStatuses)
    .execute();
}

/** Lets one change of a person's carts happen at a time. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

export async function insert(tx: Tx, id: string, userId: string | null, fields: CartFields): Promise<void> {
  await tx
    .insertInto('cart')
    .values({ id, user_id: userId, ...fields })
    .execute();
}

export async function update(tx: Tx, id: string, status: CartStatus, fields: CartFields): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ ...fields, status, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function setStatus(tx: Tx, id: string, status: CartStatus): Promise<void> {
  await tx.updateTable('cart').set({ status, updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

export async function replaceItems(tx: Tx, cartId: string, ids: string[]): Promise<void> {
  await tx.deleteFrom('cart_item').where('cart_id', '=', cartId).execute();
  await tx
    .insertInto('cart_item')
    .values(ids.map((productId, position) => ({ cart_id: cartId, product_id: productId, position })))
    .execute();
}
