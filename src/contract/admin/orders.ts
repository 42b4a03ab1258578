/** Orders as staff see them: lists, one order with its full history, and the available actions. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { OrderStatus } from '#contract/orders.ts';
import { AgreedRenewal, Dollars, OrderId } from '#contract/values.ts';
import { z } from 'zod';
import { Csv, Day, exportQuery, listQuery, oneOrMore, pageOf } from './list.ts';

/** `overdue`: in progress for 60 days or more. */
export const orderViews = [
  'all',
  'awaiting_payment',
  'in_progress',
  'on_credit',
  'disputed',
  'refunded',
  'overdue',
] as const;
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;
export const orderKinds = ['card', 'free', 'booster', 'credit'] as const;

export const UserId = z.string().regex(idPattern('usr'), 'Not found');

export const orderList = {
  views: orderViews,
  sorts: orderSorts,
  filters: {
    /** Comma-separated: `in_progress,disputed`. */
    status: oneOrMore(OrderStatus.options).optional(),
    kind: oneOrMore(orderKinds).optional(),
    /** The range of days when it was placed, both included. */
    from: Day.optional(),
    to: Day.optional(),
    customer: UserId.optional(),
  },
};
export const OrderListQuery = listQuery(orderList);

export const OrderRow = z.object({
  id: OrderId,
  /** As shown to people: `S-1001`. */
  number: z.string(),
  placedAt: z.iso.datetime(),
  status: OrderStatus,
  kind: z.enum(orderKinds),
  /** Null for a guest's order. */
  customerId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** The products, in the order of the cart. */
  items: z.array(z.string()),
  total: Dollars,
  refunded: Dollars,
});

export const staffListOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'staff',
  permission: 'orders.read',
  summary: 'Lists orders by view, filter, and sort, 50 per page',
  query: OrderListQuery,
  response: pageOf(OrderRow),
});

export const staffExportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders/export',
  access: 'staff',
  permission: 'exports.make',
  answers: 'csv',
  summary: 'Exports the matching orders as CSV',
  query: exportQuery(orderList),
  response: Csv,
});

const person = z.object({ id: z.string(), name: z.string() });

export const OrderFacts = z.object({
  id: OrderId,
  number: z.string(),
  status: OrderStatus,
  kind: z.enum(orderKinds),
  placedAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  canceledAt: z.iso.datetime().nullable(),
  /** Such as `expired` or `by_staff`. */
  cancelReason: z.string().nullable(),
  customerId: z.string().nullable(),
  cartId: z.string().nullable(),
  billing: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    addressLine1: z.string(),
    ...mapNames(invoiceFieldNames, () => z.string().nullable()),
  }),
  items: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      kind: z.enum(['simple', 'subscription']),
      total: Dollars,
      renewal: AgreedRenewal.nullable(),
    }),
  ),
  subtotal: Dollars,
  discount: Dollars,
  couponCode: z.string().nullable(),
  total: Dollars,
  paid: Dollars,
  refunded: Dollars,
  payments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: Dollars,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** The processor's id. */
      processorRef: z.string().nullable(),
      at: z.iso.datetime(),
      /** The amount that can still be refunded. */
      refundable: Dollars,
    }),
  ),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      kind: z.string(),
      status: z.string(),
      amount: Dollars,
      paid: Dollars,
    }),
  ),
  creditNotes: z.array(z.object({ id: z.string(), number: z.string(), status: z.string(), amount: Dollars })),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      amount: Dollars,
      paidUntil: z.iso.datetime().nullable(),
    }),
  ),
  /** Open ones first, those with the nearest deadline before the others. */
  disputes: z.array(
    z.object({
      id: z.string(),
      amount: Dollars,
      reason: z.string(),
      isClosed: z.boolean(),
      /** True while the bank is waiting for our evidence. */
      needsAnswer: z.boolean(),
      answerBy: z.iso.datetime().nullable(),
    }),
  ),
  /** The actions available to this person for the order in its current state. Other buttons are hidden. */
  acts: z.object({
    complete: z.boolean(),
    cancel: z.boolean(),
    /** The sale can be canceled, with a refund of at most this amount by this person. */
    cancelSale: z.object({ refundAtMost: Dollars, isAll: z.boolean() }).nullable(),
    /** Refund limit; null when no refund is possible, or not by this person. */
    refundAtMost: Dollars.nullable(),
    /** The order waits for its payment: its link can be sent. */
    sendLink: z.boolean(),
    note: z.boolean(),
  }),
});

export const staffReadOrder = endpoint({
  method: 'GET',
  path: '/api/admin/orders/{id}',
  access: 'staff',
  permission: 'orders.read',
  summary: 'Returns an order and its allowed actions',
  params: z.strictObject({ id: OrderId }),
  response: OrderFacts,
});

export const momentKinds = [
  'order',
  'payment',
  'attempt',
  'refund',
  'dispute',
  'invoice',
  'credit_note',
  'subscription',
  'email',
  'webhook',
  'report',
  'alarm',
  'audit',
  'note',
] as const;

/** An event in the history of an order. */
export const Moment = z.object({
  /** The id of this event in this history; it does not change when others are added. */
  key: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(momentKinds),
  /** A short title: `Attempt declined`. */
  title: z.string(),
  /** Details: the bank's message, an id, why it waits. May be empty. */
  detail: z.string(),
  tone: z.enum(['plain', 'good', 'bad', 'waiting']),
  amount: Dollars.nullable(),
  /** Who did it; null for the shop itself, or the customer. */
  by: person.nullable(),
  /** The id of its subject: an email, a refund, an invoice. */
  subject: z.string().nullable(),
});

export const staffReadOrderStory = endpoint({
  method: 'GET',
  path: '/api/admin/orders/{id}/story',
  access: 'staff',
  permission: 'orders.read',
  summary: "Returns an order's history, newest first",
  params: z.strictObject({ id: OrderId }),
  response: z.object({ moments: z.array(Moment) }),
});
