/**
 * Creates the subscriptions of an order when its invoice is paid: their rows, and the job that starts them at
 * the processor.
 */
import { createHash } from 'node:crypto';
import { billToOf } from '#modules/invoices/store.ts';
import * as settled from '#modules/orders/order-in-settlement-store.ts';
import * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { OrderPaid } from '#modules/shared/settlement.ts';
import { smallestCharge } from '#modules/orders/rules.ts';
import { firstPeriod, soldAs } from './rules.ts';
import * as store from './store.ts';

/**
 * Runs in the transaction that settles the order and holds its lock, so subscriptions start exactly when it
 * is paid. A free order does not renew, because it stored no card, and neither does an amount below the card
 * minimum.
 */
export async function startSubscriptions(tx: Tx, deps: Deps, { orderId, now }: OrderPaid): Promise<void> {
  const sold = (await settled.itemsSold(tx, orderId)).map(soldAs).filter((item) => item !== null);
  const order = sold.length === 0 ? null : await orders.find(tx, orderId);
  if (order === null) return;
  for (const { name, productId, ...agreed } of sold) {
    const { from, to } = firstPeriod(now, agreed);
    const id = idOf(orderId, productId);
    const row = { id, orderId, productId, name, ...agreed, startedAt: from, firstRenewalAt: to };
    const renews = order.total > 0 && agreed.price >= smallestCharge;
    const isNew = await store.insert(tx, {
      ...row,
      renews,
      billingEmail: order.billing.email,
      billTo: billToOf(order),
      now,
    });
    if (isNew && renews) await deps.jobs.enqueue(tx, 'start-subscription', { subscriptionId: id });
  }
}

/**
 * Derived from the order and product, so that an order rebuilt from processor data finds its subscription. As
 * random as the order's own ID.
 */
const idOf = (orderId: string, productId: string): string =>
  `sub_${createHash('sha256').update(`${orderId}\0${productId}`).digest('base64url').slice(0, 22)}`;
