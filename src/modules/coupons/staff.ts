/** Creates, edits and ends coupons for staff. */
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './staff-store.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;
/** For actions that run in the caller's transaction. */
type ActDeps = Omit<StaffDeps, 'db'>;
type Draft = store.CouponFields & { code: string };
type Edit = store.CouponFields & { id: number; version: number };

/** Returns its ID. Throws `coupon_exists`, and `product_not_found`. */
export async function createCouponIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { code, ...fields }: Draft,
): Promise<number> {
  await assertProductsExist(tx, fields);
  const id = await store.insert(tx, code, fields, { at: deps.clock.now(), by: caller.userId });
  if (id === null) throw new DomainError('coupon_exists');
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'coupon_created',
    object: code,
    after: fields,
  });
  return id;
}

export const createCoupon = (deps: StaffDeps, caller: Person, draft: Draft): Promise<number> =>
  deps.db.transaction().execute((tx) => createCouponIn(tx, deps, caller, draft));

/**
 * Throws `coupon_not_found`, `changed_meanwhile`, `coupon_in_use`, `coupon_limit_below_uses`, and
 * `product_not_found`.
 */
export async function editCouponIn(
  tx: Tx,
  deps: ActDeps,
  caller: Person,
  { id, version, ...fields }: Edit,
): Promise<void> {
  const found = await store.lock(tx, id, version);
  if (worthOf(found) !== worthOf(fields) && (await store.wasUsed(tx, id)))
    throw new DomainError('coupon_in_use');
  if (fields.usageLimit < found.usedCount) throw new DomainError('coupon_limit_below_uses');
  await assertProductsExist(tx, fields);
  await store.update(tx, id, fields, { at: deps.clock.now(), by: caller.userId });
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'coupon_changed',
    object: found.code,
    before: fieldsOf(found),
    after: fields,
    detail: { usageLimit: fields.usageLimit, expiresAt: fields.expiresAt.toISOString() },
  });
}

export const editCoupon = (deps: StaffDeps, caller: Person, edit: Edit): Promise<void> =>
  deps.db.transaction().execute((tx) => editCouponIn(tx, deps, caller, edit));

/** Does nothing if it has already ended. Throws `coupon_not_found`, and `changed_meanwhile`. */
export async function endCoupon(
  deps: StaffDeps,
  caller: Person,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await store.lock(tx, id, version);
    await endCouponIn(tx, deps, caller, id);
  });
}

/** Like `endCoupon`, but in the caller's transaction and without a version check. */
export async function endCouponIn(tx: Tx, deps: ActDeps, caller: Person, id: number): Promise<void> {
  const found = await store.lock(tx, id);
  const now = deps.clock.now();
  if (!found.isActive || found.expiresAt <= now) return;
  await store.end(tx, id, { at: now, by: caller.userId });
  const before = { expiresAt: found.expiresAt.toISOString() };
  await audit.recordStaffAct(tx, deps, caller, {
    action: 'coupon_ended',
    object: found.code,
    before,
    after: { expiresAt: now },
  });
}

/** The discount as text; equal texts mean equal discounts. */
const worthOf = ({
  discount,
  productIds,
  subscriptionPeriods,
}: Pick<store.CouponFields, 'discount' | 'productIds' | 'subscriptionPeriods'>): string =>
  JSON.stringify([
    discount.kind,
    Object.values(discount),
    productIds?.toSorted() ?? null,
    subscriptionPeriods,
  ]);

function fieldsOf(coupon: store.EditedCoupon): store.CouponFields {
  const {
    id: _id,
    code: _code,
    usedCount: _used,
    version: _version,
    isActive: _active,
    createdAt: _made,
    ...rest
  } = coupon;
  const { changedAt: _at, changedBy: _by, ...fields } = rest;
  return fields;
}

/** `product_not_found` for the first unknown product; null if all exist. */
export async function productsRefusal(
  db: Database | Tx,
  productIds: readonly string[],
): Promise<DomainError | null> {
  const existing = await store.existingProducts(db, productIds);
  const unknown = productIds.find((id) => !existing.has(id));
  return unknown === undefined
    ? null
    : new DomainError('product_not_found', `There is no product ${unknown}`);
}

async function assertProductsExist(
  tx: Tx,
  { productIds }: Pick<store.CouponFields, 'productIds'>,
): Promise<void> {
  const refusal = await productsRefusal(tx, productIds ?? []);
  if (refusal !== null) throw refusal;
}
