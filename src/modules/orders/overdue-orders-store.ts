/** SQL for orders that wait too long for their payment or for their work. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { withoutCoupon } from './item.ts';

/** Records an attempt to cancel the order, so that after a failure other orders go first. */
export async function noteExpiryTry(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('shop_order')
    .set({ expiry_tried_at: now })
    .where('id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .execute();
}

/**
 * Records the version of the renewal terms that the buyer accepted before paying. Only the first time counts.
 */
export async function agreeToRenewals(tx: Tx, id: string, version: string, now: Date): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ renewal_terms_version: version, renewal_terms_agreed_at: now })
    .where('id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .where('renewal_terms_version', 'is', null)
    .execute();
}

/** Unpaid orders whose coupon use was not touched since `before`, longest untried first. */
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

/**
 * Orders unpaid since before `before`, longest untried first. Orders with money parked for review are
 * excluded; staff decide on them.
 */
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

/** Sales still in progress since before `before`, oldest first, except canceled and fully refunded ones. */
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

/**
 * Removes the discount of an unpaid order and of its renewals, which then cost the full price. The caller
 * must lock the order.
 */
export async function dropDiscount(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set((eb) => ({ discount_cents: 0, total_cents: eb.ref('subtotal_cents'), kind: 'card' }))
    .where('id', '=', id)
    .where('status', '=', 'awaiting_payment')
    .execute();
  await tx.updateTable('order_item').set(withoutCoupon).where('order_id', '=', id).execute();
}

/** Turns an unpaid card order into one on credit. The caller must lock it. */
export async function moveToCredit(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ kind: 'credit' })
    .where('id', '=', orderId)
    .where('status', '=', 'awaiting_payment')
    .execute();
}
