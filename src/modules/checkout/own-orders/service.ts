/**
 * Returns orders to their users. The owner sees everything. Any other holder of the link, logged in or not,
 * sees what is needed to pay it, and only while it is payable. Otherwise the order is reported as missing.
 */
import { shownEmail } from '#platform/shown-email.ts';
import { DomainError } from '#kernel/errors.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import type { Cents } from '#kernel/money.ts';
import { renewalOnWire } from '#kernel/renewal-offer.ts';
import type * as contract from '#contract/orders.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as invoices from '#modules/invoices/store.ts';
import { attachPaid } from '#modules/orders/rebuilt-orders-store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { type Money, moneyOf, noMoney } from '#modules/payments/activity.ts';
import type * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller } from '#platform/mount.ts';
import { recordedEvents } from './store.ts';
import { type HistoryEvent, historyOf, maskEmail, refundedOf, shownStatus } from './view-rules.ts';

type WireOrder = Handled<typeof contract.readOrder>;

/** Orders per page. */
export const ordersPerPage = 100;

/**
 * Newest first, without canceled unpaid orders. `cursor`: the last order of the previous page. Throws
 * `order_not_found` when the cursor is not an order of this user.
 */
export async function pageOfOrders(
  deps: Pick<Deps, 'db' | 'publicOrigin'>,
  userId: string,
  cursor: string | null,
): Promise<Handled<typeof contract.listOrders>> {
  if (cursor !== null && (await orders.find(deps.db, cursor))?.userId !== userId)
    throw new DomainError('order_not_found');
  // Fetch one extra row to see whether there is another page.
  const found = await orders.ofUser(deps.db, userId, { after: cursor, atMost: ordersPerPage + 1 });
  const shown = found.slice(0, ordersPerPage);
  return {
    data: await describeAll(deps, shown),
    nextCursor: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** All of them, newest first, without canceled unpaid orders. */
export async function ordersOf(
  deps: Pick<Deps, 'db' | 'publicOrigin'>,
  userId: string,
): Promise<WireOrder[]> {
  const ownOrders = await orders.ofUser(deps.db, userId);
  return describeAll(deps, ownOrders);
}

/**
 * Attaches paid guest orders to the account of their address once its owner has proven access to the mailbox
 * (decision 0014). Returns the audit entries for the caller to record last.
 */
export const attachOrders = async (
  tx: Tx,
  person: { userId: string; email: string },
): Promise<audit.AuditEntry[]> =>
  (await attachPaid(tx, person)).map((object) => ({
    actorId: person.userId,
    action: 'order_attached',
    object,
  }));

/** Throws `order_not_found`. */
export async function readOrder(deps: Deps, caller: Caller, id: string): Promise<WireOrder> {
  const { db } = deps;
  const order = await orders.find(db, id);
  const userId = caller.kind === 'person' ? caller.userId : null;
  if (order === null) throw new DomainError('order_not_found');
  const [full] = await describeAll(deps, [order]);
  if (full === undefined) throw new DomainError('order_not_found');
  if (userId !== null && order.userId === userId) return full;
  if (!full.payable) throw new DomainError('order_not_found');
  const { firstName, lastName, email } = full.billingInfo;
  return {
    ...full,
    billingInfo: { firstName, lastName, email: maskEmail(email), country: '', phone: '', addressLine1: '' },
  };
}

async function describeAll(
  { db, publicOrigin }: Pick<Deps, 'db' | 'publicOrigin'>,
  found: orders.Order[],
): Promise<WireOrder[]> {
  const ids = found.map(({ id }) => id);
  const [items, money, issued, recorded] = await Promise.all([
    orders.itemsOf(db, ids),
    moneyOf(db, ids),
    invoices.issuedOf(db, ids),
    recordedEvents(db, ids),
  ]);
  return found.map((order) =>
    describe(publicOrigin, order, {
      items: items.get(order.id) ?? [],
      money: money.get(order.id) ?? noMoney,
      issued: issued.get(order.id) ?? [],
      recorded: recorded.get(order.id) ?? [],
    }),
  );
}

type Around = {
  items: orders.OrderItem[];
  money: Money;
  issued: invoices.IssuedInvoice[];
  recorded: HistoryEvent[];
};

function describe(
  publicOrigin: string,
  order: orders.Order,
  { items, money, issued, recorded }: Around,
): WireOrder {
  return {
    id: order.id,
    number: orderRules.orderNumber(order.number),
    orderDate: order.createdAt.toISOString(),
    status: shownStatus(order.status, order.total, money),
    payable: order.status === 'awaiting_payment' && order.kind !== 'booster' && !money.inReview,
    billingInfo: {
      ...order.billing,
      email: shownEmail(order.billing.email),
      phone: spelledPhone(order.billing.phone),
    },
    orderItems: items.map((item) => ({
      id: item.productId,
      total: item.total,
      product: { id: item.productId, name: item.name, type: item.kind },
      renewal: renewalShown(item, order.total),
    })),
    invoices: issued.map(({ issuedAt, payableAt, ...invoice }) => ({
      ...invoice,
      issuedAt: issuedAt.toISOString(),
      stripeHostedInvoice: payableAt ?? `${publicOrigin}/invoices/${invoice.id}`,
    })),
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    refunded: refundedOf(money),
    receipts: money.activity.map(({ at, ...entry }) => ({ ...entry, date: at.toISOString() })),
    history: historyOf(order, money, recorded).map(({ at, ...event }) => ({
      ...event,
      date: at.toISOString(),
    })),
  };
}

/** A free order stored no card, and an amount below the card minimum is not charged: neither renews. */
function renewalShown(item: orders.OrderItem, orderTotal: Cents): WireOrder['orderItems'][number]['renewal'] {
  const renewal = orderRules.renewalOf(item);
  if (renewal === null || orderTotal === 0 || renewal.price < orderRules.smallestCharge) return null;
  return renewalOnWire(renewal);
}
