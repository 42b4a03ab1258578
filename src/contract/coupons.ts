/** Discount codes on the wire. Looking a code up changes nothing: a use is counted when an order is placed. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CouponCode, Dollars, ProductId } from './values.ts';

export const Coupon = z.object({
  /** Dollars for `fixed_amount`; for `percentage` per cent of what the products cost that the code applies to. */
  amount: z.number(),
  discountType: z.enum(['fixed_amount', 'percentage']),
  usageLimit: z.number().int(),
  usedCount: z.number().int(),
  expiryDate: z.iso.datetime(),
  // Conditions, each left out where there is none. Whether the customer meets those about orders is judged at the purchase.
  /** The code can be used from then on. */
  startDate: z.iso.datetime().optional(),
  /** Of the products that the code applies to. */
  minimumSpend: Dollars.optional(),
  /** Orders of one account, or of one email address, that may use it. */
  usesPerCustomer: z.number().int().positive().optional(),
  /** The products that the code applies to; left out: all. */
  productIds: z.array(ProductId).min(1).optional(),
  firstOrderOnly: z.literal(true).optional(),
  /** `every`: renewals of a subscription cost less too; left out: the first period only. */
  subscriptionPeriods: z.literal('every').optional(),
});

export const readCouponByCode = endpoint({
  method: 'GET',
  path: '/api/coupons/by-code/{code}',
  access: 'public',
  limit: 'coupon_lookup',
  summary: 'Returns a usable coupon, or the reason why it is refused',
  params: z.strictObject({ code: CouponCode }),
  response: Coupon,
});
