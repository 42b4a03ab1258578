/**
 * Demo coupon codes, one for each possible result. One of them makes an order free, so they belong only in
 * the sandbox. Dates are relative to `now` at the first seeding.
 */
import type { Coupon } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Insertable } from 'kysely';

export type DemoCoupon = {
  code: string;
  /** What a tester sees, for the table in README. */
  shows: string;
  amountCents?: number;
  basisPoints?: number;
  usageLimit: number;
  expiresInDays: number;
  startsInDays?: number;
  minimumSpendCents?: number;
  usesPerCustomer?: number;
  isFirstOrderOnly?: boolean;
  everyPeriod?: boolean;
  /** The products that it applies to. Omitted: all. */
  productIds?: string[];
};

export const demoCoupons: readonly DemoCoupon[] = [
  { code: 'WELCOME10', shows: '10% off', basisPoints: 1_000, usageLimit: 1_000, expiresInDays: 365 },
  {
    code: 'SAVE25',
    shows: '$25.00 off; an order under $25.00 becomes free',
    amountCents: 2_500,
    usageLimit: 1_000,
    expiresInDays: 365,
  },
  {
    code: 'FREEORDER',
    shows: '100% off: a free order, no card asked',
    basisPoints: 10_000,
    usageLimit: 1_000,
    expiresInDays: 365,
  },
  {
    code: 'ALMOST',
    shows: '$9.75 off: the Mail scan pack would cost $0.24, less than a card can pay',
    amountCents: 975,
    usageLimit: 1_000,
    expiresInDays: 365,
  },
  {
    code: 'ONEUSE',
    shows: '15% off, for the first buyer only',
    basisPoints: 1_500,
    usageLimit: 1,
    expiresInDays: 365,
  },
  {
    code: 'FIRSTORDER',
    shows: '15% off the first order of a customer, once',
    basisPoints: 1_500,
    usageLimit: 1_000,
    expiresInDays: 365,
    usesPerCustomer: 1,
    isFirstOrderOnly: true,
  },
  {
    code: 'BIGORDER',
    shows: '$50.00 off from a subtotal of $300.00, twice for each customer',
    amountCents: 5_000,
    usageLimit: 1_000,
    expiresInDays: 365,
    minimumSpendCents: 30_000,
    usesPerCustomer: 2,
  },
  {
    code: 'PHONE20',
    shows: '20% off the US phone number only, on every renewal too',
    basisPoints: 2_000,
    usageLimit: 1_000,
    expiresInDays: 365,
    everyPeriod: true,
    productIds: ['us-phone-number'],
  },
  {
    code: 'NEXTMONTH',
    shows: '"Coupon code can be used from" the day 30 days after the first start',
    basisPoints: 2_000,
    usageLimit: 1_000,
    expiresInDays: 365,
    startsInDays: 30,
  },
  {
    code: 'LASTCALL',
    shows: 'Coupon code exceeded usage limit',
    basisPoints: 2_000,
    usageLimit: 0,
    expiresInDays: 365,
  },
  {
    code: 'EXPIRED20',
    shows: 'Coupon code has expired',
    basisPoints: 2_000,
    usageLimit: 1_000,
    expiresInDays: -1,
  },
];

const dayMs = 24 * 60 * 60 * 1000;

/** Safe to repeat: a stored code keeps its uses and its date. */
export async function seedCoupons(tx: Tx, now: Date): Promise<void> {
  const added = await tx
    .insertInto('coupon')
    .values(demoCoupons.map((coupon) => toRow(coupon, now)))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .execute();
  const scopes = added.flatMap(({ id, code }) =>
    (demoCoupons.find((coupon) => coupon.code === code)?.productIds ?? []).map((productId) => ({
      coupon_id: id,
      product_id: productId,
    })),
  );
  if (scopes.length > 0) await tx.insertInto('coupon_product').values(scopes).execute();
}

/**
 * Disables the demo codes, for a shop with real money on the database of a demo. Returns the codes that were
 * still valid.
 */
export async function retireDemoCoupons(db: Database): Promise<string[]> {
  const codes = demoCoupons.map(({ code }) => code);
  const retired = await db
    .updateTable('coupon')
    .set({ active: false })
    .where('code', 'in', codes)
    .where('active', '=', true)
    .returning('code')
    .execute();
  return retired.map(({ code }) => code).toSorted();
}

const toRow = (coupon: DemoCoupon, now: Date): Insertable<Coupon> => ({
  code: coupon.code,
  kind: coupon.basisPoints === undefined ? 'fixed_amount' : 'percentage',
  amount_cents: coupon.amountCents ?? null,
  basis_points: coupon.basisPoints ?? null,
  usage_limit: coupon.usageLimit,
  expires_at: new Date(now.getTime() + coupon.expiresInDays * dayMs),
  starts_at: coupon.startsInDays === undefined ? null : new Date(now.getTime() + coupon.startsInDays * dayMs),
  minimum_spend_cents: coupon.minimumSpendCents ?? null,
  uses_per_customer: coupon.usesPerCustomer ?? null,
  first_order_only: coupon.isFirstOrderOnly ?? false,
  subscription_periods: coupon.everyPeriod ? 'every' : 'first',
});
