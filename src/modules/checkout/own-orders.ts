/**
 * Orders as people see them. The owner sees everything; whoever else holds an order's link sees what paying it needs, and only while it
 * can be paid; everybody else finds nothing, as for an order that does not exist.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/orders.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { type Money, moneyOf, noMoney } from '#modules/payments/movements.ts';
import type * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { maskEmail, paidUntil, refundedOf, shownStatus } from './view-rules.ts';

type WireOrder = Handled<typeof contract.readOrder>;
type Subscription = Handled<typeof contract.listSubscriptions>[number];

/** Newest first, without those that were given up. */
export async function ordersOf(db: Database, userId: string): Promise<WireOrder[]> {
  const own = await orders.ofUser(db, userId);
  const ids = own.map(({ id }) => id);
  const [items, money] = await Promise.all([orders.itemsOf(db, ids), moneyOf(db, ids)]);
  return own.map((order) => describe(order, items.get(order.id) ?? [], money.get(order.id) ?? noMoney));
}

/**
 * Paid orders of guests come to the account of their address, once its owner is here. Why not sooner: decision 0014. Answers what is to be
 * recorded, last.
 */
export const attachOrders = async (tx: Tx, person: { userId: string; email: string }): Promise<audit.Deed[]> =>
  (await orders.attachPaid(tx, person)).map((object) => ({ actorId: person.userId, action: 'order_attached', object }));

/** Throws `order_not_found`. */
export async function readOrder({ db }: Deps, caller: Caller, id: string): Promise<WireOrder> {
  const order = await orders.find(db, id);
  const userId = caller.kind === 'person' ? caller.userId : null;
  if (order === null || !orderRules.mayPay(order, userId)) throw new DomainError('order_not_found');
  const [items, money] = await Promise.all([orders.items(db, id), moneyOf(db, [id])]);
  const full = describe(order, items, money.get(id) ?? noMoney);
  if (userId !== null && order.userId === userId) return full;
  if (!full.payable) throw new DomainError('order_not_found');
  const { firstName, lastName, email } = full.billingInfo;
  return { ...full, billingInfo: { firstName, lastName, email: maskEmail(email), country: '', phone: '', addressLine1: '' } };
}

function describe(order: orders.Order, items: orders.OrderItem[], money: Money): WireOrder {
  return {
    id: order.id,
    number: orderRules.orderNumber(order.number),
    orderDate: order.createdAt.toISOString(),
    status: shownStatus(order.status, order.total, money),
    payable: order.status === 'awaiting_payment' && !money.inReview,
    billingInfo: order.billing,
    orderItems: items.map(({ productId, name, kind, total }) => ({ id: productId, total, product: { id: productId, name, type: kind } })),
    invoices: [],
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    refunded: refundedOf(money),
    receipts: money.movements.map(({ at, ...movement }) => ({ ...movement, date: at.toISOString() })),
  };
}

/** From what was paid: one period for each subscription that was bought. */
export async function listSubscriptions(
  { db, clock }: Deps,
  { userId }: Person,
  { status }: Received<typeof contract.listSubscriptions>['query'],
): Promise<Subscription[]> {
  const paid = (await orders.ofUser(db, userId)).filter((order) => order.paidAt !== null);
  const ids = paid.map(({ id }) => id);
  const [items, money] = await Promise.all([orders.itemsOf(db, ids), moneyOf(db, ids)]);
  return paid
    .flatMap((order) => {
      const isRefunded = shownStatus(order.status, order.total, money.get(order.id) ?? noMoney) === 'refunded';
      return (items.get(order.id) ?? []).flatMap((item) => toSubscription(order, item, isRefunded, clock.now()));
    })
    .filter((subscription) => status === undefined || subscription.status === status);
}

function toSubscription(order: orders.Order, item: orders.OrderItem, isRefunded: boolean, now: Date): Subscription[] {
  const { subscriptionPeriod: period } = item;
  if (item.kind !== 'subscription' || period === null || order.paidAt === null) return [];
  const until = paidUntil(order.paidAt, period);
  return [
    {
      id: `${order.id}.${item.productId}`,
      orderId: order.id,
      orderNumber: orderRules.orderNumber(order.number),
      product: { id: item.productId, name: item.name },
      price: item.subscriptionPrice ?? item.total,
      period,
      startedAt: order.paidAt.toISOString(),
      paidUntil: until.toISOString(),
      status: now < until && !isRefunded ? 'active' : 'ended',
    },
  ];
}
