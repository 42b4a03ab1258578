/** Deletes old carts without an order and old reminder records. Opt-outs from reminders are never deleted. */
import { sql } from 'kysely';
import { retentionOf } from '#kernel/retention.ts';
import type { Database, Tx } from '#platform/database.ts';
import { processByAge, batchSize } from '#platform/in-batches.ts';
import { deleteUnused } from './reminder-store.ts';

export type DeletedCarts = { carts: number; reminders: number };

/** Idempotent and safe to interrupt. */
export async function deleteOldCarts(db: Database, now: Date): Promise<DeletedCarts> {
  const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  return {
    carts: await deleteCarts(db, before(retentionOf.cartDays)),
    reminders: await deleteReminders(db, before(retentionOf.reminderDays)),
  };
}

/** A cart referenced by an order stays, even if the order was canceled. */
const deleteCarts = (db: Database, before: Date): Promise<number> =>
  processByAge(
    db,
    { name: 'carts without an order', table: sql`cart`, since: sql`updated_at`, before, rereadDays: 2 },
    (from, until) => sql`
      delete from cart where id in (
        select id from cart where updated_at >= ${from} and updated_at < ${until}
          and not exists (select from shop_order where shop_order.cart_id = cart.id)
        limit ${batchSize} for update skip locked)`,
  );

async function deleteReminders(db: Database, before: Date): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const batch = await db.transaction().execute((tx) => deleteBatch(tx, before));
    forgotten += batch;
    if (batch < batchSize) return forgotten;
  }
}

async function deleteBatch(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ hash: string }>`
    delete from cart_reminder where id in (
      select id from cart_reminder where created_at < ${before} order by created_at limit ${batchSize})
    returning address_hash as hash`.execute(tx);
  await deleteUnused(
    tx,
    rows.map(({ hash }) => hash),
  );
  return rows.length;
}
