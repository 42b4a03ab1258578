/** Orders as their owner sees them. */
import { orderEventNames } from '#kernel/order-words.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CreditNoteId, Dollars, InvoiceId, OrderId, ProductId } from './values.ts';

/** The order's own life, and what happened to its money afterwards, as one word. */
export const OrderStatus = z.enum([
  'awaiting_payment',
  'in_progress',
  'completed',
  'canceled',
  'partially_refunded',
  'refunded',
  'disputed',
]);

/** How each is called in front of people. */
export const orderStatusNames: Record<z.output<typeof OrderStatus>, string> = {
  awaiting_payment: 'Awaiting payment',
  in_progress: 'In progress',
  completed: 'Completed',
  canceled: 'Canceled',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** Money that moved for an order: what came in, and what went back. `pending`: it is on its way. */
export const Receipt = z.object({
  type: z.enum(['payment', 'refund']),
  date: z.iso.datetime(),
  amount: Dollars,
  pending: z.boolean(),
});

/** What happened to an order, as its history says it. Won and lost are said from the shop's side. */
export const OrderEvent = z.object({
  event: z.enum(orderEventNames),
  date: z.iso.datetime(),
  /** Of a payment, a refund or a dispute. */
  amount: Dollars.nullable(),
  /** Of a refund that has gone back. */
  creditNote: z.object({ id: CreditNoteId, number: z.string(), status: z.enum(['issued', 'void']) }).nullable(),
});

export const Order = z.object({
  id: OrderId,
  /** As people see it: `S-1001`. */
  number: z.string(),
  orderDate: z.iso.datetime(),
  status: OrderStatus,
  /** It can be paid right now, at `/checkout?orderId=`. */
  payable: z.boolean(),
  /** To whoever is not the owner the e-mail is masked, and phone, country and address are empty. */
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
      /** What each renewal takes, as it was agreed to with the order; null for what does not renew. */
      renewal: z.object({ period: z.enum(['month', 'year']), amount: Dollars }).nullable(),
    }),
  ),
  /** Those that were issued, oldest first. */
  invoices: z.array(
    z.object({
      id: InvoiceId,
      number: z.string(),
      status: z.enum(['open', 'paid', 'void', 'uncollectible']),
      issuedAt: z.iso.datetime(),
      amount: Dollars,
      /** The processor's page for an invoice that it collects, our own page otherwise. */
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
  summary: 'Returns an order; other holders of its link see only what paying needs',
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
