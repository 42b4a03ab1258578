/** SQL for coupons. A use is taken by one conditional update, so the last one cannot be taken twice. */
import { cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import type { Coupon } from './rules.ts';

/** An inactive coupon is as good as unknown. */
export async function findByCode(db: Database | Tx, code: string): Promise<Coupon | null> {
  const row = await db
    .selectFrom('coupon')
    .select(['id', 'code', 'kind', 'amount_cents', 'basis_points', 'usage_limit', 'used_count', 'expires_at'])
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    code: row.code,
    discount:
      row.kind === 'fixed_amount'
        ? { kind: 'fixed_amount', amount: cents(Number(row.amount_cents)) }
        : { kind: 'percentage', basisPoints: Number(row.basis_points) },
    usageLimit: row.usage_limit,
    usedCount: row.used_count,
    expiresAt: row.expires_at,
  };
}

/** Takes one use for an order. False when none is left, or the code has just expired. */
export async function reserve(tx: Tx, { couponId, orderId, now }: { couponId: number; orderId: string; now: Date }): Promise<boolean> {
  const taken = await tx
    .updateTable('coupon')
    .set({ used_count: sql<number>`used_count + 1` })
    .where('id', '=', couponId)
    .where('active', '=', true)
    .where('expires_at', '>', now)
    .whereRef('used_count', '<', 'usage_limit')
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) return false;
  await tx.insertInto('coupon_redemption').values({ order_id: orderId, coupon_id: couponId, state: 'reserved' }).execute();
  return true;
}

/** The order was paid: the use is spent for good. Answers the code, for the receipt; null for an order without one. */
export async function consume(tx: Tx, orderId: string): Promise<string | null> {
  const consumed = await tx
    .updateTable('coupon_redemption')
    .from('coupon')
    .set({ state: 'consumed', updated_at: sql<Date>`now()` })
    .whereRef('coupon.id', '=', 'coupon_redemption.coupon_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .returning('coupon.code')
    .executeTakeFirst();
  return consumed?.code ?? null;
}

/** The order was given up: the use goes back. Safe to repeat. */
export async function release(tx: Tx, orderId: string): Promise<void> {
  const released = await tx
    .updateTable('coupon_redemption')
    .set({ state: 'released', updated_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .returning('coupon_id')
    .executeTakeFirst();
  if (!released) return;
  await tx.updateTable('coupon').set({ used_count: sql<number>`used_count - 1` }).where('id', '=', released.coupon_id).execute();
}
