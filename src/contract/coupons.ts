/** Discount codes on the wire. Looking a code up changes nothing: a use is counted when an order is placed. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CouponCode } from './values.ts';

export const Coupon = z.object({
  /** Dollars for `fixed_amount`, per cent of the subtotal for `percentage`. */
  amount: z.number(),
  discountType: z.enum(['fixed_amount', 'percentage']),
  usageLimit: z.number().int(),
  usedCount: z.number().int(),
  expiryDate: z.iso.datetime(),
});

export const readCouponByCode = endpoint({
  method: 'GET',
  path: '/api/coupons/by-code/{code}',
  access: 'public',
  limit: 'coupon_lookup',
  summary: 'A discount code that may be used now; otherwise the reason why not',
  params: z.strictObject({ code: CouponCode }),
  response: Coupon,
});
