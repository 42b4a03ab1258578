/** Discount codes: how staff create, change, and end them, and the orders that used them. */
import { endpoint } from '#contract/endpoint.ts';
import { Dollars, ProductId } from '#contract/values.ts';
import { couponCode } from '#kernel/coupon-code.ts';
import { definitionOf, type DiscountType, discountTypes } from '#kernel/discount-types.ts';
import { z } from 'zod';
import { Changed, Csv, Cursor, exportQuery, listQuery, oneOrMore, pageOf, Version } from './list.ts';

export const couponViews = ['all', 'active', 'scheduled', 'used_up', 'ended'] as const;
export const couponStates = ['active', 'scheduled', 'used_up', 'ended'] as const;

const Code = z
  .string({ error: 'Code is required' })
  .max(200, 'At most 64 characters')
  .transform(couponCode)
  .pipe(
    z
      .string()
      .min(1, 'Code is required')
      .max(64, 'At most 64 characters')
      .regex(/^[A-Z0-9][A-Z0-9_-]*$/, 'Use letters, digits, -, and _'),
  );

const Moment = z.iso.datetime('Enter a date and a time');
const many = (message: string) => z.number().int(message).min(1, message).max(1_000_000, 'At most 1,000,000');

/**
 * The discount. It cannot change once the code was used (`coupon_in_use`), because renewals continue to use
 * it.
 */
const discountFields = {
  discountType: z.enum(discountTypes),
  /** In the unit of the type, such as dollars or percent, with at most two decimals. */
  amount: z.number().positive('Enter an amount').max(1_000_000, 'The amount is too large'),
  /** Empty: all products. */
  productIds: z
    .array(ProductId)
    .max(500)
    .refine((ids) => new Set(ids).size === ids.length, 'A product is listed twice'),
  /** `every`: renewals of a subscription are discounted too. */
  subscriptionPeriods: z.enum(['first', 'every']),
};

const conditions = {
  usageLimit: many('Enter the number of uses'),
  startDate: Moment.nullable(),
  expiryDate: Moment,
  minimumSpend: Dollars.refine((amount) => amount > 0, 'Enter an amount, or leave it empty').nullable(),
  usesPerCustomer: many('Enter a number, or leave it empty').nullable(),
  firstOrderOnly: z.boolean(),
};

type Worth = { discountType: DiscountType; amount: number; startDate: string | null; expiryDate: string };

const holdsTogether = (
  { discountType, amount, startDate, expiryDate }: Worth,
  context: z.RefinementCtx,
): void => {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
    refuse('amount', 'An amount has at most two decimals');
  const problem = definitionOf(discountType).problemWith(amount);
  if (problem !== null) refuse('amount', problem);
  if (startDate !== null && startDate >= expiryDate) refuse('expiryDate', 'The end must be after the start');
};

export const CouponDraft = z
  .strictObject({ code: Code, ...discountFields, ...conditions })
  .superRefine(holdsTogether);
export const CouponEdit = z
  .strictObject({ version: Version, ...discountFields, ...conditions })
  .superRefine(holdsTogether);

export const StaffCoupon = z.object({
  id: z.string(),
  version: Version,
  code: z.string(),
  state: z.enum(couponStates),
  discountType: z.enum(discountTypes),
  amount: z.number(),
  usageLimit: z.number().int(),
  usedCount: z.number().int(),
  startDate: z.iso.datetime().nullable(),
  expiryDate: z.iso.datetime(),
  minimumSpend: Dollars.nullable(),
  usesPerCustomer: z.number().int().nullable(),
  firstOrderOnly: z.boolean(),
  productIds: z.array(z.string()),
  subscriptionPeriods: z.enum(['first', 'every']),
  createdAt: z.iso.datetime(),
  changed: Changed,
});

export const couponList = {
  views: couponViews,
  sorts: ['newest'],
  filters: { type: oneOrMore(discountTypes).optional() },
} as const;

export const CouponId = z.string().regex(/^[1-9][0-9]{0,14}$/, 'Coupon not found');
const byId = z.strictObject({ id: CouponId });

export const staffListCoupons = endpoint({
  method: 'GET',
  path: '/api/admin/coupons',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Lists coupons, newest first, 50 per page',
  query: listQuery(couponList),
  response: pageOf(StaffCoupon),
});

export const staffExportCoupons = endpoint({
  method: 'GET',
  path: '/api/admin/coupons/export',
  access: 'staff',
  permission: 'catalog.export',
  answers: 'csv',
  summary: 'Exports the matching coupons as CSV',
  query: exportQuery(couponList),
  response: Csv,
});

export const staffReadCoupon = endpoint({
  method: 'GET',
  path: '/api/admin/coupons/{id}',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Returns a coupon',
  params: byId,
  response: StaffCoupon,
});

export const CouponUse = z.object({
  orderId: z.string(),
  number: z.string(),
  email: z.string(),
  /** `reserved`: by an order that waits for its payment. `released`: the use was returned. */
  state: z.enum(['reserved', 'consumed', 'released']),
  at: z.iso.datetime(),
});

export const staffListCouponUses = endpoint({
  method: 'GET',
  path: '/api/admin/coupons/{id}/uses',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Lists orders that used a coupon, newest first, 50 per page',
  params: byId,
  query: z.strictObject({ cursor: Cursor.optional() }),
  response: pageOf(CouponUse),
});

export const staffCreateCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/coupons',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Creates a coupon',
  body: CouponDraft,
  response: StaffCoupon,
});

export const staffEditCoupon = endpoint({
  method: 'PUT',
  path: '/api/admin/coupons/{id}',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Updates a coupon; its discount is fixed after first use',
  params: byId,
  body: CouponEdit,
  response: StaffCoupon,
});

export const staffEndCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/coupons/{id}/ending',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Ends a coupon immediately',
  params: byId,
  body: z.strictObject({ version: Version }),
  response: StaffCoupon,
});
