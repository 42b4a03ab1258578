/** Orders as their owner sees them. */
import { orderEventNames } from '#content/order-words.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AgreedRenewal, CreditNoteId, Dollars, InvoiceId, OrderId, ProductId } from './values.ts';

/** The order's progress and the later fate of its payment, as one status. */
export const OrderStatus = z.enum([
  'awaiting_payment',
  'in_progress',
  'completed',
  'canceled',
  'partially_refunded',
  'refunded',
  'disputed',
]);

/** The display name of each status. */
export const orderStatusNames: Record<z.output<typeof OrderStatus>, string> = {
  awaiting_payment: 'Awaiting payment',
  in_progress: 'In progress',
  completed: 'Completed',
  canceled: 'Canceled',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** A payment or a refund of an order. `pending`: in progress. */
export const Receipt = z.object({
  type: z.enum(['payment', 'refund']),
  date: z.iso.datetime(),
  amount: Dollars,
  pending: z.boolean(),
});

/** An event in an order's history. Disputes are won and lost from the shop's side. */
export const OrderEvent = z.object({
  event: z.enum(orderEventNames),
  date: z.iso.datetime(),
  /** The amount of a payment, a refund, or a dispute. */
  amount: Dollars.nullable(),
  /** The credit note of a refund that has succeeded. */
  creditNote: z
    .object({ id: CreditNoteId, number: z.string(), status: z.enum(['issued', 'void']) })
    .nullable(),
});

export const Order = z.object({
  id: OrderId,
  /** As shown to people: `S-1001`. */
  number: z.string(),
  orderDate: z.iso.datetime(),
  status: OrderStatus,
  /** It can be paid now, at `/checkout?orderId=`. */
  payable: z.boolean(),
  /** Unless the caller is the owner, the email is masked, and phone, country, and address are empty. */
  billingInfo: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    country: z.string(),
    phone: z.string(),
    addressLine1: z.string(),
  }),
  orderItems: z.array(
    z.object({
      id: z.string(),
      total: Dollars,
      product: z.object({ id: ProductId, name: z.string(), type: z.enum(['simple', 'subscription']) }),
      /** Null when it does not renew. */
      renewal: AgreedRenewal.nullable(),
    }),
  ),
  /** Issued invoices, oldest first. */
  invoices: z.array(
    z.object({
      id: InvoiceId,
      number: z.string(),
      status: z.enum(['open', 'paid', 'void', 'uncollectible']),
      issuedAt: z.iso.datetime(),
      amount: Dollars,
      /** The processor's page for an invoice that it collects; our own page otherwise. */
      stripeHostedInvoice: z.string().nullable(),
    }),
  ),
  subtotal: Dollars,
  discount: Dollars,
  total: Dollars,
  refunded: Dollars,
  /** Oldest first. */
  receipts: z.array(Receipt),
  /** Oldest first. */
  history: z.array(OrderEvent),
});

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  access: 'public',
  summary: 'Returns an order; others with its link see only what is needed to pay',
  params: z.strictObject({ id: OrderId }),
  response: Order,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'customer',
  summary: "Lists the user's orders, newest first, 100 per page",
  query: z.strictObject({ cursor: OrderId.optional() }),
  response: z.object({
    data: z.array(Order),
    /** Null: there are no more. */
    nextCursor: OrderId.nullable(),
  }),
});
