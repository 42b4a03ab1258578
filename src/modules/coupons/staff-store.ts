/** SQL for coupons as staff create and edit them, including ended ones. */
import { discountToColumns } from '#kernel/discount-codec.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Change, editable } from '#platform/editable.ts';
import { type SqlBool, sql } from 'kysely';
import { type Coupon, toCoupon, withProducts } from './store.ts';

export type EditedCoupon = Coupon & {
  version: number;
  isActive: boolean;
  createdAt: Date;
  changedAt: Date | null;
  changedBy: string | null;
};
export type CouponFields = Omit<Coupon, 'id' | 'code' | 'usedCount'>;

const coupons = editable('coupon', {
  kind: 'kind',
  amount_cents: 'amount_cents',
  basis_points: 'basis_points',
  usageLimit: 'usage_limit',
  startsAt: 'starts_at',
  expiresAt: 'expires_at',
  minimumSpend: 'minimum_spend_cents',
  usesPerCustomer: 'uses_per_customer',
  isFirstOrderOnly: 'first_order_only',
  subscriptionPeriods: 'subscription_periods',
  isActive: 'active',
});

const all = (db: Database | Tx) =>
  withProducts(db)
    .leftJoin('app_user', 'app_user.id', 'coupon.changed_by')
    .select([
      'coupon.version',
      'coupon.active',
      'coupon.created_at',
      'coupon.changed_at',
      'app_user.first_name as changed_by',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toEdited = (row: Row): EditedCoupon => ({
  ...toCoupon(row),
  version: row.version,
  isActive: row.active,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
});

export const findByCodes = async (db: Database | Tx, codes: string[]): Promise<EditedCoupon[]> =>
  codes.length === 0 ? [] : (await all(db).where('code', 'in', codes).execute()).map(toEdited);

export async function find(db: Database | Tx, id: number): Promise<EditedCoupon | null> {
  const row = await all(db).where('coupon.id', '=', id).executeTakeFirst();
  return row ? toEdited(row) : null;
}

/**
 * Also prevents orders from reserving a use in the meantime. Throws `coupon_not_found` and
 * `changed_meanwhile`.
 */
export const lock = coupons.locking(find, () => new DomainError('coupon_not_found'));

/**
 * True once an order has reserved a use, even a released one: that order may still be paid, and renewals read
 * the coupon's discount.
 */
export async function wasUsed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{
    used: SqlBool;
  }>`select exists (select from coupon_redemption where coupon_id = ${id}) as used`.execute(tx);
  return rows[0]?.used === true;
}

const valuesOf = ({ discount, ...fields }: CouponFields) => ({
  ...discountToColumns(discount),
  ...fields,
  isActive: true,
});

/** Null when the code is taken. */
export async function insert(
  tx: Tx,
  code: string,
  fields: CouponFields,
  { at, by }: Change,
): Promise<number | null> {
  const added = await tx
    .insertInto('coupon')
    .values({ code, ...coupons.columnsOf(valuesOf(fields)), created_at: at, changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return null;
  await writeProducts(tx, added.id, fields.productIds);
  return added.id;
}

export async function update(tx: Tx, id: number, fields: CouponFields, change: Change): Promise<void> {
  await coupons.update(tx, id, valuesOf(fields), change);
  await tx.deleteFrom('coupon_product').where('coupon_id', '=', id).execute();
  await writeProducts(tx, id, fields.productIds);
}

/** Ends the coupon now. One that has not started never will. */
export async function end(tx: Tx, id: number, { at, by }: Change): Promise<void> {
  await tx
    .updateTable('coupon')
    .set({
      active: sql<boolean>`active and coalesce(starts_at < ${at}, true)`,
      expires_at: sql<Date>`case when coalesce(starts_at < ${at}, true) then least(expires_at, ${at}) else expires_at end`,
      version: sql<number>`version + 1`,
      changed_at: at,
      changed_by: by,
    })
    .where('id', '=', id)
    .execute();
}

async function writeProducts(tx: Tx, id: number, productIds: readonly string[] | null): Promise<void> {
  if (productIds === null) return;
  await tx
    .insertInto('coupon_product')
    .values(productIds.map((productId) => ({ coupon_id: id, product_id: productId })))
    .execute();
}

/** The existing products among these IDs, on sale or not. */
export async function existingProducts(db: Database | Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
