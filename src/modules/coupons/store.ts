/** SQL for coupons. A use is reserved by one conditional update, so the last one cannot be taken twice. */
import { discountFromColumns } from '#kernel/discount-codec.ts';
import { discountColumns } from '#kernel/discount-types.ts';
import { cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Coupon } from './rules.ts';

export type { Coupon };

/** A whole coupon, with the products that it applies to. */
export const withProducts = (db: Database | Tx) =>
  db
    .selectFrom('coupon')
    .select((eb) => [
      'coupon.id',
      'code',
      'kind',
      ...discountColumns,
      'usage_limit',
      'used_count',
      'starts_at',
      'expires_at',
      'minimum_spend_cents',
      'uses_per_customer',
      'first_order_only',
      'subscription_periods',
      jsonArrayFrom(
        eb
          .selectFrom('coupon_product')
          .select('product_id')
          .whereRef('coupon_id', '=', 'coupon.id')
          .orderBy('product_id'),
      ).as('products'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withProducts>['execute']>>[number];

export const toCoupon = (row: Row): Coupon => ({
  id: row.id,
  code: row.code,
  discount: discountFromColumns(row),
  usageLimit: row.usage_limit,
  usedCount: row.used_count,
  startsAt: row.starts_at,
  expiresAt: row.expires_at,
  minimumSpend: row.minimum_spend_cents === null ? null : cents(row.minimum_spend_cents),
  productIds: row.products.length === 0 ? null : row.products.map((product) => product.product_id),
  usesPerCustomer: row.uses_per_customer,
  isFirstOrderOnly: row.first_order_only,
  subscriptionPeriods: row.subscription_periods,
});

/** An inactive coupon is treated as missing. */
export async function findByCode(db: Database | Tx, code: string): Promise<Coupon | null> {
  const row = await withProducts(db).where('code', '=', code).where('active', '=', true).executeTakeFirst();
  return row ? toCoupon(row) : null;
}

/**
 * The coupon of an order, even if it is inactive by now. Null for an order without one, or when its use went
 * to another order.
 */
export async function findOfOrder(db: Database | Tx, orderId: string): Promise<Coupon | null> {
  const row = await withProducts(db)
    .where('id', '=', (eb) =>
      eb.selectFrom('coupon_redemption').select('coupon_id').where('order_id', '=', orderId),
    )
    .executeTakeFirst();
  return row ? toCoupon(row) : null;
}

/** Keyed hashes of who holds a use; null when that limit does not apply. */
export type Reserver = { client: string | null; email: string | null };

/**
 * Everything that identifies a customer: accounts, and addresses in the form that `normalizeEmail` returns.
 */
export type CouponCustomer = { userIds: readonly string[]; emails: readonly string[] };

type Hold = Reserver & { couponId: number; orderId: string; now: Date };

/**
 * Reserves one use for an order, including an order that held one before. Returns false when none is left, or
 * the code has just expired.
 */
export async function reserve(tx: Tx, { couponId, orderId, client, email, now }: Hold): Promise<boolean> {
  const taken = await tx
    .updateTable('coupon')
    .set({ used_count: sql<number>`used_count + 1` })
    .where('id', '=', couponId)
    .where('active', '=', true)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .whereRef('used_count', '<', 'usage_limit')
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) return false;
  const held = { state: 'reserved', client, email, updated_at: now } as const;
  await tx
    .insertInto('coupon_redemption')
    .values({ order_id: orderId, coupon_id: couponId, ...held })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(held))
    .execute();
  return true;
}

/**
 * Serializes the purchases of a holder while they count and reserve. Locks the client before the address to
 * avoid deadlocks.
 */
export async function lockReserver(tx: Tx, { client, email }: Reserver): Promise<void> {
  for (const reserver of [client && `client ${client}`, email && `email ${email}`])
    if (reserver)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`coupon-hold ${reserver}`}, 0))`.execute(tx);
}

/**
 * Serializes purchases whose code depends on the buyer, across every account and address that could see the
 * other. Locks in a fixed order, and after `lockReserver`.
 */
export async function lockCustomer(tx: Tx, { userIds, emails }: CouponCustomer): Promise<void> {
  const names = [...userIds.map((id) => `user ${id}`), ...emails.map((email) => `email ${email}`)].toSorted();
  for (const name of names)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coupon-customer ${name}`}, 0))`.execute(tx);
}

/** When each use held by a client or an address was last touched, oldest first. */
export async function holdsSince(
  tx: Tx,
  by: 'client' | 'email',
  reserver: string,
  since: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('coupon_redemption')
    .select('updated_at')
    .where('state', '=', 'reserved')
    .where('updated_at', '>', since)
    .where(by, '=', reserver)
    .orderBy('updated_at')
    .execute();
  return rows.map((row) => row.updated_at);
}

/** Extends the hold, because the buyer is active. */
export async function touch(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx
    .updateTable('coupon_redemption')
    .set({ updated_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute();
}

export type Redemption = { couponId: number; state: 'reserved' | 'consumed' | 'released'; updatedAt: Date };

export async function redemptionOf(db: Database | Tx, orderId: string): Promise<Redemption | null> {
  const row = await db
    .selectFrom('coupon_redemption')
    .select(['coupon_id', 'state', 'updated_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ? { couponId: row.coupon_id, state: row.state, updatedAt: row.updated_at } : null;
}

/** Removes the coupon from the order, because the use that it once held has gone to another order. */
export async function deleteReleased(tx: Tx, orderId: string): Promise<void> {
  await tx
    .deleteFrom('coupon_redemption')
    .where('order_id', '=', orderId)
    .where('state', '=', 'released')
    .execute();
}

/**
 * Marks the use as spent when the order is paid. Returns the code for the receipt; null for an order that
 * holds none.
 */
export async function consume(tx: Tx, orderId: string, now: Date): Promise<string | null> {
  const consumed = await tx
    .updateTable('coupon_redemption')
    .from('coupon')
    .set({ state: 'consumed', updated_at: now })
    .whereRef('coupon.id', '=', 'coupon_redemption.coupon_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .returning('coupon.code')
    .executeTakeFirst();
  return consumed?.code ?? null;
}

/** Releases the use, spent or not, of an order that will not be paid. Safe to repeat. */
export const returnUse = (tx: Tx, orderId: string, now: Date): Promise<void> =>
  release(tx, orderId, now, ['reserved', 'consumed']);

/** Releases the use. Safe to repeat. */
export async function release(
  tx: Tx,
  orderId: string,
  now: Date,
  from: ('reserved' | 'consumed')[] = ['reserved'],
): Promise<void> {
  const released = await tx
    .updateTable('coupon_redemption')
    .set({ state: 'released', updated_at: now })
    .where('order_id', '=', orderId)
    .where('state', 'in', from)
    .returning('coupon_id')
    .executeTakeFirst();
  if (!released) return;
  await tx
    .updateTable('coupon')
    .set({ used_count: sql<number>`used_count - 1` })
    .where('id', '=', released.coupon_id)
    .execute();
}
