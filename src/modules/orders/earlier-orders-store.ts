/**
 * SQL for a customer's earlier orders, for coupons that depend on the buyer. Read only, under the lock on the
 * customer.
 */
import type { CouponCustomer } from '#modules/coupons/store.ts';
import type { Past } from '#modules/coupons/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database.ts';

/**
 * Orders of the accounts, and guest orders under the addresses. `orderId`: the current order, which is
 * excluded.
 */
export async function readPast(
  tx: Tx,
  { userIds, emails }: CouponCustomer,
  { couponId, orderId }: { couponId: number; orderId: string },
): Promise<Past> {
  // Two separate queries, so that each uses its index.
  const orders = sql`
    select id, status from shop_order where user_id = any(${[...userIds]}) and id <> ${orderId}
    union select id, status from shop_order where lower(email) = any(${[...emails]}) and user_id is null and id <> ${orderId}`;
  const { rows } = await countIn(orders, couponId).execute(tx);
  return rows[0] ?? { consumed: 0, reserved: 0, sales: 0, firstOrders: 0 };
}

const countIn = (orders: RawBuilder<unknown>, couponId: number): RawBuilder<Past> => sql<Past>`
  with theirs as (${orders})
  select
    count(*) filter (where theirs.status in ('in_progress', 'completed'))::int as sales,
    count(*) filter (where coupon_id = ${couponId} and redemption.state = 'consumed')::int as consumed,
    count(*) filter (where coupon_id = ${couponId} and redemption.state = 'reserved')::int as reserved,
    count(*) filter (where first_order_only and redemption.state = 'reserved')::int as "firstOrders"
  from theirs
  left join coupon_redemption redemption on redemption.order_id = theirs.id
  left join coupon on coupon.id = coupon_id`;
