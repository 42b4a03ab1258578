/** One order with its facts, and what may be done with it as it stands now, by whoever asks. */
import type * as contract from '#contract/admin/orders.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, cents, zero } from '#kernel/money.ts';
import { mayDo, refundLimitOf, type Role } from '#kernel/permissions.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import { refundedOf } from '#modules/checkout/own-orders/view-rules.ts';
import { orderNumber, renewalOf } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { moneyOf, noMoney } from '#modules/payments/activity.ts';
import type { Database } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './facts-store.ts';

type Facts = Handled<typeof contract.staffReadOrder>;

/** Throws `order_not_found`. */
export async function readFacts(db: Database, caller: Person, orderId: string): Promise<Facts> {
  const [order, rest] = await Promise.all([orders.find(db, orderId), store.rowOf(db, orderId)]);
  if (order === null || rest === undefined) throw new DomainError('order_not_found');
  const [items, money, payments, invoices, creditNotes, subscriptions] = await Promise.all([
    orders.items(db, orderId),
    moneyOf(db, [orderId]),
    store.paymentsOf(db, orderId),
    store.invoicesOf(db, orderId),
    store.creditNotesOf(db, orderId),
    store.subscriptionsOf(db, orderId),
  ]);
  const activity = money.get(orderId) ?? noMoney;
  const refundable = add(zero, ...payments.map((payment) => payment.refundable));
  return {
    id: order.id,
    number: orderNumber(order.number),
    status: rest.shown_status as Facts['status'],
    kind: order.kind,
    placedAt: order.createdAt.toISOString(),
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    canceledAt: rest.canceled_at?.toISOString() ?? null,
    cancelReason: rest.cancel_reason,
    customerId: order.userId,
    cartId: order.cartId,
    billing: {
      ...order.billing,
      phone: spelledPhone(order.billing.phone),
      company: order.billing.company ?? null,
      taxNumber: order.billing.taxNumber ?? null,
    },
    items: items.map((item) => ({ ...item, renewal: renewalFact(item) })),
    subtotal: order.subtotal,
    discount: order.discount,
    couponCode: rest.code,
    total: order.total,
    paid: add(zero, ...activity.activity.filter(({ type }) => type === 'payment').map(({ amount }) => amount)),
    refunded: refundedOf(activity),
    payments,
    invoices,
    creditNotes,
    subscriptions,
    acts: actsOf(caller.role, order, { refundable, refunded: refundedOf(activity) }),
  };
}

function renewalFact(item: orders.OrderItem): { period: 'month' | 'year'; amount: Cents } | null {
  const renewal = renewalOf(item);
  return renewal === null ? null : { period: renewal.period, amount: renewal.price };
}

type Money = { refundable: Cents; refunded: Cents };

/** What the server would take: it decides again when it is asked to. */
export function actsOf(
  role: Role,
  { status, kind }: Pick<orders.Order, 'status' | 'kind'>,
  { refundable, refunded }: Money,
): Facts['acts'] {
  const mayWrite = mayDo(role, 'orders.write');
  const limit = refundLimitOf(role);
  const atMost = Math.min(refundable, limit === null ? refundable : limit - refunded);
  return {
    complete: mayWrite && status === 'in_progress',
    cancel: mayWrite && (status === 'awaiting_payment' || (status === 'in_progress' && kind === 'credit')),
    refundAtMost: mayDo(role, 'refunds.make') && atMost > 0 ? cents(atMost) : null,
    sendLink: mayWrite && status === 'awaiting_payment' && kind !== 'booster',
    note: mayWrite,
  };
}
