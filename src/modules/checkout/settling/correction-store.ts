/** SQL for the address of a guest's order: who may see it, and every row that carries it. */
import { deletedAddress } from '#modules/mail/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

/**
 * True for the key under which a guest placed the order. The key never leaves that browser; an order link
 * contains only the ID. Keys that the server generates start with `once-` or `request-` and prove nothing.
 */
export const isPlacedUnder = async (
  db: Database | Tx,
  { orderId, key, linkFingerprint }: { orderId: string; key: string; linkFingerprint: string },
): Promise<boolean> =>
  !/^(?:once|request)-/.test(key) &&
  (await db
    .selectFrom('purchase_request')
    .select('key')
    .where('actor', '=', 'guest')
    .where('key', '=', key)
    .where('order_id', '=', orderId)
    .where('fingerprint', '<>', linkFingerprint)
    .executeTakeFirst()) !== undefined;

export const correctionsOf = async (db: Database | Tx, orderId: string): Promise<number> =>
  (
    await db
      .selectFrom('shop_order')
      .select('email_corrections')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).email_corrections;

/** The invoice of the whole order, with its number. Null before it is issued. */
export async function invoiceOf(
  db: Database | Tx,
  orderId: string,
): Promise<{ id: string; number: string } | null> {
  const row = await db
    .selectFrom('invoice')
    .select(['id', 'number'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order')
    .where('issued_at', 'is not', null)
    .executeTakeFirst();
  return row === undefined || row.number === null ? null : { id: row.id, number: row.number };
}

/**
 * Updates every place that the order's address is read from later: the order, its cart, its invoices, and its
 * subscription emails.
 */
export async function moveAddress(
  tx: Tx,
  { orderId, email }: { orderId: string; email: string },
): Promise<void> {
  const billed = sql`bill_to || jsonb_build_object('email', ${email}::text)`;
  await sql`update shop_order set email = ${email}, user_id = null, email_corrections = email_corrections + 1 where id = ${orderId}`.execute(
    tx,
  );
  await sql`update cart set email = ${email} where id = (select cart_id from shop_order where id = ${orderId})`.execute(
    tx,
  );
  await sql`update invoice set bill_to = ${billed} where order_id = ${orderId} and bill_to is not null`.execute(
    tx,
  );
  await sql`
    update credit_note set bill_to = ${billed} where invoice_id in (select id from invoice where order_id = ${orderId})`.execute(
    tx,
  );
  await sql`update subscription set bill_to = ${billed}, billing_email = ${email} where order_id = ${orderId}`.execute(
    tx,
  );
}

/**
 * A subscription that has not started is charged to its new owner; a started one stays on its buyer's card.
 */
export async function transferOrder(
  tx: Tx,
  { orderId, userId }: { orderId: string; userId: string | null },
): Promise<void> {
  await tx.updateTable('shop_order').set({ user_id: userId }).where('id', '=', orderId).execute();
  await tx
    .updateTable('subscription')
    .set({ payer_id: userId })
    .where('order_id', '=', orderId)
    .where('customer_ref', 'is', null)
    .where('payer_id', 'is not', null)
    .execute();
}

/**
 * Stops every email of the order to its former address, including resends, and erases the address. Deletes
 * the receipt and the account link, because both are written again. `userId`: the account whose links went
 * there.
 */
export async function withdrawEmails(
  tx: Tx,
  { orderId, userId, from, to }: { orderId: string; userId: string | null; from: string; to: string },
): Promise<void> {
  const isOfOrder = sql<boolean>`lower(to_address) = ${from} and order_id = ${orderId}`;
  await sql`
    delete from mail where (${isOfOrder} and kind = 'receipt')
      or (lower(to_address) = ${from} and token_id in (select id from one_time_token where user_id = ${userId}))`.execute(
    tx,
  );
  await sql`update mail set to_address = ${to} where ${isOfOrder} and sent_at is null and failed_at is null`.execute(
    tx,
  );
  await sql`update mail set text = '', html = '', to_address = ${deletedAddress}, reply_to = null where ${isOfOrder}`.execute(
    tx,
  );
}

/** The newest other order of an account, from which its details are restored. */
export const newestOther = (tx: Tx, { userId, orderId }: { userId: string; orderId: string }) =>
  tx
    .selectFrom('shop_order')
    .select(['first_name', 'last_name', 'phone', 'address_line1 as address', 'country', 'language'])
    .where('user_id', '=', userId)
    .where('id', '<>', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
