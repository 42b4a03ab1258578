/** One order with its facts, and the actions that the caller may take on it now. */
import type * as contract from '#contract/admin/orders.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, cents, zero } from '#kernel/money.ts';
import { renewalOnWire } from '#kernel/renewal-offer.ts';
import { mayDo, refundLimitOf, type Role, type SupportLimits } from '#kernel/permissions.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import { refundedOf } from '#modules/checkout/own-orders/view-rules.ts';
import { orderNumber, renewalOf } from '#modules/orders/rules.ts';
import { mayCancelSale } from '#modules/fulfillment/rules.ts';
import * as cancellations from '#modules/orders/cancellation-store.ts';
import * as orders from '#modules/orders/store.ts';
import { moneyOf, noMoney } from '#modules/payments/activity.ts';
import { hasEnded } from '#modules/subscriptions/rules.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './facts-store.ts';

type Facts = Handled<typeof contract.staffReadOrder>;

/** Throws `order_not_found`. */
export async function readFacts(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  caller: Person,
  orderId: string,
): Promise<Facts> {
  const [order, rest] = await Promise.all([orders.find(db, orderId), store.rowOf(db, orderId)]);
  if (order === null || rest === undefined) throw new DomainError('order_not_found');
  const [items, money, payments, invoices, creditNotes, subscriptions, disputes, cancellation] =
    await Promise.all([
      orders.items(db, orderId),
      moneyOf(db, [orderId]),
      store.paymentsOf(db, orderId),
      store.invoicesOf(db, orderId),
      store.creditNotesOf(db, orderId),
      store.subscriptionsOf(db, orderId),
      store.disputesOf(db, orderId),
      cancellations.find(db, orderId),
    ]);
  const activity = money.get(orderId) ?? noMoney;
  const sum = (addends: typeof payments): Cents => add(zero, ...addends.map((payment) => payment.refundable));
  const state = {
    refundable: sum(payments),
    ofSale: sum(payments.filter(({ isOfSale }) => isOfSale)),
    refunded: refundedOf(activity),
    isCanceled: cancellation !== null,
    hasSubscription: subscriptions.some(({ status }) => !hasEnded(status)),
  };
  return {
    id: order.id,
    number: orderNumber(order.number),
    status: rest.shown_status as Facts['status'],
    kind: order.kind,
    placedAt: order.createdAt.toISOString(),
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    canceledAt: (rest.canceled_at ?? cancellation?.at)?.toISOString() ?? null,
    cancelReason: cancellation?.reason ?? rest.cancel_reason,
    customerId: order.userId,
    cartId: order.cartId,
    billing: { ...order.billing, phone: spelledPhone(order.billing.phone) },
    items: items.map((item) => ({ ...item, renewal: renewalFact(item) })),
    subtotal: order.subtotal,
    discount: order.discount,
    couponCode: rest.code,
    total: order.total,
    paid: add(
      zero,
      ...activity.activity.filter(({ type }) => type === 'payment').map(({ amount }) => amount),
    ),
    refunded: refundedOf(activity),
    payments: payments.map(({ isOfSale: _, ...payment }) => payment),
    invoices,
    creditNotes,
    subscriptions,
    disputes,
    acts: actsOf(caller.role, order, state, settings.current().support),
  };
}

function renewalFact(item: orders.OrderItem): Facts['items'][number]['renewal'] {
  const renewal = renewalOf(item);
  return renewal === null ? null : renewalOnWire(renewal);
}

type State = {
  refundable: Cents;
  /** The part that pays for the order itself. */
  ofSale: Cents;
  refunded: Cents;
  isCanceled: boolean;
  /** A subscription of the order is active. */
  hasSubscription: boolean;
};

/** Actions the server would currently accept; it checks again when one is called. */
export function actsOf(
  role: Role,
  { status, kind }: Pick<orders.Order, 'status' | 'kind'>,
  state: State,
  support: SupportLimits,
): Facts['acts'] {
  const { refundable, ofSale, refunded, isCanceled, hasSubscription } = state;
  const mayWrite = mayDo(role, 'orders.write');
  const mayRefund = mayDo(role, 'refunds.make');
  const limit = refundLimitOf(role, support);
  const within = (amount: Cents): Cents =>
    cents(Math.max(0, limit === null ? amount : Math.min(amount, limit - refunded)));
  const atMost = within(refundable);
  const isWork = status === 'in_progress' && !isCanceled;
  // An unpaid Net 30 order is canceled without a refund.
  const isUnpaidCredit = kind === 'credit' && ofSale === 0;
  const isSale = !isCanceled && !isUnpaidCredit && mayCancelSale({ kind, status }, hasSubscription);
  const isAll = within(ofSale) === ofSale;
  return {
    complete: mayWrite && isWork,
    cancel: mayWrite && (status === 'awaiting_payment' || (isWork && isUnpaidCredit)),
    cancelSale:
      mayWrite && mayRefund && isSale && (isAll || kind !== 'credit')
        ? { refundAtMost: within(ofSale), isAll }
        : null,
    refundAtMost: mayRefund && atMost > 0 ? atMost : null,
    sendLink: mayWrite && status === 'awaiting_payment' && kind !== 'booster',
    note: mayWrite,
  };
}
