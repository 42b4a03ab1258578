/** SQL for orders that wait too long: for their payment, or for their work. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

/** Remembers that the order was about to be given up: should that fail, the others come first. */
export async function noteExpiryTry(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('shop_order').set({ expiry_tried_at: now }).where('id', '=', id).where('status', '=', 'awaiting_payment').execute();
}

/** The buyer ticked the box of these terms before they paid. The first time counts: what is paid is not agreed to again. */
export async function agreeToRenewals(tx: Tx, id: string, version: string, now: Date): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ renewal_terms_version: version, renewal_terms_agreed_at: now })
    .where('id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .where('renewal_terms_version', 'is', null)
    .execute();
}

/** Unpaid orders whose use of a code was not touched since `before`: who was not tried for longest comes first. */
export const holdingSince = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('coupon_redemption')
      .innerJoin('shop_order', 'shop_order.id', 'order_id')
      .select('shop_order.id')
      .where('state', '=', 'reserved')
      .where('updated_at', '<=', before)
      .where('status', '=', 'awaiting_payment')
      .orderBy(sql`coalesce(expiry_tried_at, shop_order.created_at)`)
      .limit(limit)
      .execute()
  ).map((row) => row.id);

/** Orders that have waited for their payment since before `before`: who was not tried for longest comes first. One whose money is parked for review waits for a person. */
export const awaitingSince = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('shop_order')
      .select('id')
      .where('status', '=', 'awaiting_payment')
      .where('created_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payment')
              .select('payment.id')
              .whereRef('payment.order_id', '=', 'shop_order.id')
              .where('payment.status', '=', 'review')
              .where((review) =>
                review.not(
                  review.exists(
                    review
                      .selectFrom('refund')
                      .select('refund.id')
                      .whereRef('refund.payment_id', '=', 'payment.id')
                      .where('refund.state', '<>', 'failed'),
                  ),
                ),
              ),
          ),
        ),
      )
      .orderBy(sql`coalesce(expiry_tried_at, created_at)`)
      .limit(limit)
      .execute()
  ).map((row) => row.id);

/** Sales whose work has not been done since then, oldest first, without those that were canceled or refunded in full. */
export const inProgressSince = (db: Database, before: Date) =>
  db
    .selectFrom('shop_order')
    .select(['id', 'number'])
    .where('status', '=', 'in_progress')
    .where('after_sale', 'not in', ['canceled', 'refunded'])
    .where('accepted_at', '<', before)
    .orderBy('accepted_at')
    .limit(1_000)
    .execute();

/** The discount that an unpaid order was placed with is gone: it and its renewals cost what they cost without. Lock the order first. */
export async function dropDiscount(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set((eb) => ({ discount_cents: 0, total_cents: eb.ref('subtotal_cents'), kind: 'card' }))
    .where('id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .execute();
  await tx.updateTable('order_item').set({ renewal_discount_cents: 0 }).where('order_id', '=', id).execute();
}

/** An order that waited for a card is bought on account. Lock it first. */
export async function putOnCredit(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('shop_order').set({ kind: 'credit' }).where('id', '=', orderId).where('status', '=', 'awaiting_payment').execute();
}
