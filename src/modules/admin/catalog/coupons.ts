/** Discount codes as the console lists, shows, and edits them, with the orders that used them. */
import type * as contract from '#contract/admin/coupons.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { decodeDiscount, encodeDiscount } from '#kernel/discount-codec.ts';
import { DomainError } from '#kernel/errors.ts';
import * as acts from '#modules/coupons/staff.ts';
import * as store from '#modules/coupons/staff-store.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import { changedOf } from './whole-list.ts';

type Query = Received<typeof contract.staffListCoupons>['query'];
type Wire = Handled<typeof contract.staffReadCoupon>;
type Uses = Handled<typeof contract.staffListCouponUses>;

/** Checked in the same order as for a shopper, so the state matches the refusal. */
function stateOf(coupon: store.EditedCoupon, now: Date): Wire['state'] {
  if (!coupon.isActive || coupon.expiresAt <= now) return 'ended';
  if (coupon.usedCount >= coupon.usageLimit) return 'used_up';
  return coupon.startsAt !== null && coupon.startsAt > now ? 'scheduled' : 'active';
}

const conditionOf = (view: Query['view'], now: Date): RawBuilder<boolean> => {
  const goesOn = sql<boolean>`coupon.active and expires_at > ${now}`;
  if (view === 'all') return sql<boolean>`true`;
  if (view === 'ended') return sql<boolean>`not (${goesOn})`;
  if (view === 'used_up') return sql<boolean>`${goesOn} and used_count >= usage_limit`;
  const hasBegun = sql<boolean>`coalesce(starts_at <= ${now}, true)`;
  const isLeft = sql<boolean>`${goesOn} and used_count < usage_limit`;
  return view === 'active'
    ? sql<boolean>`${isLeft} and ${hasBegun}`
    : sql<boolean>`${isLeft} and not ${hasBegun}`;
};

export function couponListOf({ view, type }: Pick<Query, 'view' | 'type'>, now: Date): KeysetList {
  const ofType = type === undefined ? sql<boolean>`true` : sql<boolean>`kind = any(${type})`;
  return {
    name: 'coupons',
    filter: { view, type },
    sort: { name: 'newest', column: 'coupon.created_at', type: 'timestamptz', descending: true },
    from: sql`coupon`,
    id: 'coupon.code',
    branches: [sql<boolean>`${conditionOf(view, now)} and ${ofType}`],
  };
}

export async function listCoupons(
  deps: Deps,
  { cursor, ...query }: Query,
): Promise<Handled<typeof contract.staffListCoupons>> {
  const now = deps.clock.now();
  const { ids, ...page } = await readPage(deps, couponListOf(query, now), cursor);
  return { ...page, rows: await couponRowsOf(deps.db, ids, now) };
}

/** In code order. */
export async function couponRowsOf(db: Database | Tx, codes: string[], now: Date): Promise<Wire[]> {
  const found = (await store.findByCodes(db, codes)).map((coupon) => ({ id: coupon.code, coupon }));
  return inOrderOf(codes, found).map(({ coupon }) => toWire(coupon, now));
}

/** Throws `coupon_not_found`. */
export async function readCoupon({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<Wire> {
  const coupon = await store.find(db, Number(id));
  if (coupon === null) throw new DomainError('coupon_not_found');
  return toWire(coupon, clock.now());
}

/** Throws `coupon_not_found`. */
export async function listUses(deps: Deps, id: string, cursor: string | undefined): Promise<Uses> {
  await readCoupon(deps, id);
  const list: KeysetList = {
    name: 'coupon-uses',
    filter: { id },
    sort: { name: 'newest', column: 'coupon_redemption.created_at', type: 'timestamptz', descending: true },
    from: sql`coupon_redemption`,
    id: 'coupon_redemption.order_id',
    branches: [sql<boolean>`coupon_id = ${Number(id)}`],
  };
  const { ids, ...page } = await readPage(deps, list, cursor);
  return {
    ...page,
    rows: inOrderOf(ids, await readUses(deps.db, ids)).map(({ id: orderId, ...use }) => ({
      orderId,
      ...use,
    })),
  };
}

async function readUses(db: Database, orderIds: string[]) {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('coupon_redemption')
    .innerJoin('shop_order', 'shop_order.id', 'order_id')
    .select(['order_id', 'number', 'shop_order.email', 'state', 'coupon_redemption.updated_at'])
    .where('order_id', 'in', orderIds)
    .execute();
  return rows.map(({ order_id: id, number, email, state, updated_at: at }) => ({
    id,
    number: orderNumber(number),
    email,
    state,
    at: at.toISOString(),
  }));
}

type Draft = Received<typeof contract.staffCreateCoupon>['body'];
type Edit = Received<typeof contract.staffEditCoupon>['body'];

export const fieldsOf = (body: Draft | Edit): store.CouponFields => ({
  discount: decodeDiscount(body),
  usageLimit: body.usageLimit,
  startsAt: body.startDate === null ? null : new Date(body.startDate),
  expiresAt: new Date(body.expiryDate),
  minimumSpend: body.minimumSpend,
  usesPerCustomer: body.usesPerCustomer,
  isFirstOrderOnly: body.firstOrderOnly,
  productIds: body.productIds.length === 0 ? null : body.productIds,
  subscriptionPeriods: body.subscriptionPeriods,
});

export async function createCoupon(deps: Deps, caller: Person, body: Draft): Promise<Wire> {
  const id = await acts.createCoupon(deps, caller, { code: body.code, ...fieldsOf(body) });
  return readCoupon(deps, String(id));
}

export async function editCoupon(deps: Deps, caller: Person, id: string, body: Edit): Promise<Wire> {
  await acts.editCoupon(deps, caller, { id: Number(id), version: body.version, ...fieldsOf(body) });
  return readCoupon(deps, id);
}

export async function endCoupon(deps: Deps, caller: Person, id: string, version: number): Promise<Wire> {
  await acts.endCoupon(deps, caller, { id: Number(id), version });
  return readCoupon(deps, id);
}

const toWire = (coupon: store.EditedCoupon, now: Date): Wire => ({
  id: String(coupon.id),
  version: coupon.version,
  code: coupon.code,
  state: stateOf(coupon, now),
  ...encodeDiscount(coupon.discount),
  usageLimit: coupon.usageLimit,
  usedCount: coupon.usedCount,
  startDate: coupon.startsAt?.toISOString() ?? null,
  expiryDate: coupon.expiresAt.toISOString(),
  minimumSpend: coupon.minimumSpend,
  usesPerCustomer: coupon.usesPerCustomer,
  firstOrderOnly: coupon.isFirstOrderOnly,
  productIds: [...(coupon.productIds ?? [])],
  subscriptionPeriods: coupon.subscriptionPeriods,
  createdAt: coupon.createdAt.toISOString(),
  changed: changedOf(coupon),
});
