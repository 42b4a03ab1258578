/** Orders as their owner sees them. Invoices are the processor's own pages. */
import { z } from 'zod';
import { Dollars, OrderId } from './values.ts';

export const OrderStatus = z.enum(['awaiting_payment', 'paid', 'completed', 'canceled']);

export const Order = z.object({
  id: OrderId,
  /** As people see it: `S-1001`. */
  number: z.string(),
  orderDate: z.iso.datetime(),
  status: OrderStatus,
  billingInfo: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    country: z.string(),
    phone: z.string(),
    addressLine1: z.string(),
  }),
  orderItems: z.array(
    z.object({ id: z.string(), total: Dollars, product: z.object({ name: z.string(), type: z.enum(['simple', 'subscription']) }) }),
  ),
  invoices: z.array(z.object({ stripeHostedInvoice: z.string().nullable() })),
  subtotal: Dollars,
  discount: Dollars,
  total: Dollars,
  refunded: Dollars,
});
