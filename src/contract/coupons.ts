/**
 * Discount codes on the wire. Looking up a code changes nothing: a use is counted when an order is placed.
 */
import { discountTypes } from '#kernel/discount-types.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CouponCode, Dollars, ProductId } from './values.ts';

export const Coupon = z.object({
  /**
   * In the unit of the type: dollars for `fixed_amount`; for `percentage` a percentage of the price of the
   * products that the code applies to.
   */
  amount: z.number(),
  discountType: z.enum(discountTypes),
  usageLimit: z.number().int(),
  usedCount: z.number().int(),
  expiryDate: z.iso.datetime(),
  // Conditions, each omitted when there is none. Conditions on the customer's orders are checked at the
  // purchase.
  /** The code is valid from then on. */
  startDate: z.iso.datetime().optional(),
  /** Minimum subtotal of the products that the code applies to. */
  minimumSpend: Dollars.optional(),
  /** Maximum number of orders with it per account or email address. */
  usesPerCustomer: z.number().int().positive().optional(),
  /** The products that the code applies to; omitted: all. */
  productIds: z.array(ProductId).min(1).optional(),
  firstOrderOnly: z.literal(true).optional(),
  /** `every`: renewals of a subscription are discounted too; omitted: the first period only. */
  subscriptionPeriods: z.literal('every').optional(),
});

export const readCouponByCode = endpoint({
  method: 'GET',
  path: '/api/coupons/by-code/{code}',
  access: 'public',
  limit: 'coupon_lookup',
  summary: 'Returns a coupon, or the reason it cannot be used',
  params: z.strictObject({ code: CouponCode }),
  response: Coupon,
});
