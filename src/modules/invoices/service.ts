/** Writes invoices: a draft when something is ordered, issued with a number when it is owed or paid. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Order, OrderItem } from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import * as store from './store.ts';

/** Creates one invoice for the whole order, due immediately. Returns its ID. */
export async function draftForOrder(
  tx: Tx,
  { orderId, amount, now }: { orderId: string; amount: Cents; now: Date },
): Promise<string> {
  const id = freshId('inv');
  await store.insertDraft(tx, { id, kind: 'order', orderId, amount, now });
  return id;
}

export type Sale = {
  invoiceId: string;
  order: Order;
  items: OrderItem[];
  discountCode: string | null;
  now: Date;
};

/**
 * Issues the invoice of an order that is being paid, and returns its number. Holds the lock on the numbers
 * until the transaction ends, so call it last.
 */
export async function issuePaid(
  tx: Tx,
  { invoiceId, order, items, discountCode, now }: Sale,
): Promise<string> {
  const number = await store.takeNumber(tx, 'INV', now);
  await store.issuePaid(tx, invoiceId, 'draft', {
    number,
    billTo: billToOf(order),
    lines: items.map(({ name, total }) => ({ text: name, amountCents: total })),
    discount: order.discount > 0 ? { amountCents: order.discount, code: discountCode } : null,
    dueOn: now.toISOString().slice(0, 10),
    now,
  });
  return number;
}

/** The bill-to, as a snapshot of the order. */
export const billToOf = ({ billing }: Pick<Order, 'billing'>): store.BillTo => ({
  name: `${billing.firstName} ${billing.lastName}`.trim(),
  email: billing.email,
  addressLine1: billing.addressLine1,
  country: billing.country,
  ...mapNames(invoiceFieldNames, (name) => billing[name]),
});
