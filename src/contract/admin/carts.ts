/** A cart as staff see it: its content, its owner, and its outcome. */
import { endpoint } from '#contract/endpoint.ts';
import { CartId, Dollars } from '#contract/values.ts';
import { z } from 'zod';

export const StaffCart = z.object({
  id: CartId,
  status: z.enum(['pending', 'abandoned', 'recovered', 'completed', 'lost']),
  /** Null for a guest's cart. */
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The billing name as typed so far; may be incomplete. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  country: z.string(),
  company: z.string(),
  createdAt: z.iso.datetime(),
  /** The last change by the shopper. */
  updatedAt: z.iso.datetime(),
  abandonedAt: z.iso.datetime().nullable(),
  /** At today's prices; null for products sold by quote. */
  items: z.array(z.object({ productId: z.string(), name: z.string(), price: Dollars.nullable() })),
  couponCode: z.string().nullable(),
  reminders: z.array(
    z.object({
      number: z.number().int(),
      at: z.iso.datetime(),
      state: z.enum(['sent', 'waiting', 'given_up', 'skipped']),
      /** Why it was not sent. */
      skipped: z.enum(['stopped', 'too_many', 'bought', 'account_closed', 'nothing_to_sell']).nullable(),
    }),
  ),
  /** Orders made from the cart, newest first: after a canceled one there may be another. */
  orders: z.array(z.object({ id: z.string(), number: z.string(), status: z.string() })),
  /** The cart that took over its products. */
  mergedInto: CartId.nullable(),
});

export const staffReadCart = endpoint({
  method: 'GET',
  path: '/api/admin/carts/{id}',
  access: 'staff',
  permission: 'orders.read',
  summary: 'Returns a cart with its items, reminders, and outcome',
  params: z.strictObject({ id: CartId }),
  response: StaffCart,
});
