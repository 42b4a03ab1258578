/** Staff's actions on an order. Each returns the order afterwards. */
import { endpoint } from '#contract/endpoint.ts';
import { BillingDetails } from '#contract/billing.ts';
import { CouponCode, Dollars, OrderId, ProductId } from '#contract/values.ts';
import { idPattern } from '#kernel/ids.ts';
import { z } from 'zod';
import { OrderFacts, UserId } from './orders.ts';

/** Identifies one press of a button: repeats with the same key have no further effect. */
export const PressKey = z.object({
  'idempotency-key': z
    .string({ error: 'The Idempotency-Key is missing' })
    .regex(/^[A-Za-z0-9_-]{16,64}$/, 'The Idempotency-Key is not valid'),
});

const params = z.strictObject({ id: OrderId });
const order = { params, response: OrderFacts };

export const staffCompleteOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/completion',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Marks an order as complete and emails the buyer',
  ...order,
});

export const staffCancelOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/cancellation',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Cancels an unpaid order or an open credit order; emails the buyer',
  ...order,
});

export const staffRefundOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/refunds',
  access: 'staff',
  permission: 'refunds.make',
  fresh: true,
  summary: "Refunds an order in full or in part, within the role's limit",
  headers: PressKey,
  body: z.strictObject({
    /** Omitted: the full remaining amount. */
    amount: Dollars.refine((amount) => amount > 0, 'The refund must be at least $0.01').optional(),
    /** One payment of the order, when there are several. */
    paymentId: z.string().regex(idPattern('pay'), 'Payment not found').optional(),
  }),
  ...order,
});

export const staffCancelSale = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/sale-cancellation',
  access: 'staff',
  permission: 'refunds.make',
  fresh: true,
  summary: 'Cancels a paid order, refunds it, ends subscriptions, and voids open invoices',
  headers: PressKey,
  body: z.strictObject({
    reason: z.string().trim().min(1, 'Enter a reason').max(300, 'At most 300 characters'),
    /** The customer gets an email. */
    notify: z.boolean(),
    refund: z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('all') }),
      z.strictObject({ by: z.literal('nothing') }),
      /** Lines at their price after the discount. */
      z.strictObject({
        by: z.literal('lines'),
        productIds: z.array(z.string().max(60)).min(1, 'Select at least one item').max(50),
      }),
      z.strictObject({
        by: z.literal('amount'),
        amount: Dollars.refine((amount) => amount > 0, 'The refund must be at least $0.01'),
      }),
    ]),
  }),
  ...order,
});

export const staffNoteOnOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/notes',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Adds an internal note to an order',
  params,
  body: z.strictObject({
    text: z.string().trim().min(1, 'Enter a note').max(2_000, 'At most 2,000 characters'),
  }),
  response: z.strictObject({ id: z.string() }),
});

export const staffCreateOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Places an order at current prices and emails its payment link',
  headers: PressKey,
  body: z.strictObject({
    /** Omitted: a guest, identified by email address. */
    customerId: UserId.optional(),
    productIds: z
      .array(ProductId)
      .min(1, 'Choose at least one product')
      .max(50, 'An order holds at most 50 products')
      .refine((ids) => new Set(ids).size === ids.length, 'Each product can be in an order only once'),
    couponCode: CouponCode.optional(),
    billing: BillingDetails,
  }),
  response: OrderFacts,
});

export const staffSendOrderLink = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/link',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Emails the payment link of an unpaid order to the buyer',
  ...order,
});
