/** SQL for the increase of a booster order and the refunds of its price. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type BoosterOrder = {
  /** How much the booster raised the limit when it was paid. */
  increase: Cents;
  /** The part that still counts after refunds and disputes. */
  remaining: Cents;
  /** The part revoked for a lost dispute and not granted again. */
  takenForDispute: Cents;
  total: Cents;
  /** Succeeded refunds. Payments that the order never needed are not counted. */
  refunded: Cents;
};

/** Returns null for an order that raised no limit. The caller holds the lock on the order. */
export async function readBooster(tx: Tx, orderId: string): Promise<BoosterOrder | null> {
  const { rows } = await sql<Record<'increase' | 'remaining' | 'taken' | 'total' | 'refunded', number>>`
    select book.increase, book.remaining, book.taken, shop_order.total_cents::bigint as total, back.refunded
    from shop_order
    cross join lateral (
      select coalesce(sum(available_cents) filter (where kind = 'booster'), 0)::bigint as increase,
        coalesce(sum(available_cents), 0)::bigint as remaining,
        coalesce(-sum(available_cents) filter (where reason = 'booster_dispute_lost'), 0)::bigint as taken
      from credit_movement
      where order_id = shop_order.id and (kind in ('booster', 'booster_back') or reason in ('booster_dispute_won', 'booster_dispute_lost', 'booster_refunded'))) as book
    cross join lateral (
      select coalesce(sum(refund.amount_cents), 0)::bigint as refunded
      from refund join payment on payment.id = payment_id
      where payment.order_id = shop_order.id and payment.status = 'succeeded' and refund.state = 'succeeded' and refund.reason <> 'duplicate') as back
    where shop_order.id = ${orderId} and book.increase > 0`.execute(tx);
  const [row] = rows;
  return row === undefined
    ? null
    : {
        increase: cents(row.increase),
        remaining: cents(row.remaining),
        takenForDispute: cents(row.taken),
        total: cents(row.total),
        refunded: cents(row.refunded),
      };
}
