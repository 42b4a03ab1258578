/**
 * Effects of a paid booster order, as handlers for server/settlement.ts. The caller holds the locks on the
 * order, the payment, and the invoice; the ledger comes last.
 */
import { add, type Cents } from '#kernel/money.ts';
import { mayRaiseLimit } from '#modules/credit/ledger/boosts.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import * as invoices from '#modules/invoices/store.ts';
import { boosterReturnedEmail } from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as events from '#modules/orders/events.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Check, Handler, OrderPaid } from '#modules/shared/settlement.ts';

type Sold = { order: orders.Order; userId: string; increase: Cents };

async function readSale(tx: Tx, orderId: string): Promise<Sold> {
  const order = await orders.find(tx, orderId);
  if (order === null || order.userId === null)
    throw new Error(`booster order ${orderId} does not exist or has no owner`);
  const items = await orders.items(tx, orderId);
  return {
    order,
    userId: order.userId,
    increase: add(...items.flatMap(({ creditLimitIncrease }) => creditLimitIncrease ?? [])),
  };
}

/**
 * Returns false if the account was closed in the meantime or its limit would exceed $50,000; the payment then
 * has no effect and is returned.
 */
export const boosterCanBeGiven: Check = async (tx, deps, { orderId, now }) => {
  const { order, userId, increase } = await readSale(tx, orderId);
  await invoices.lockNumbers(tx, now);
  if (await mayRaiseLimit(tx, userId, increase)) return true;
  await orders.markCanceled(tx, orderId, orderRules.next(order.status, 'cancel'), 'not_possible', now);
  await invoices.markVoid(tx, orderId, now);
  const { billing, total } = order;
  const about = {
    number: orderRules.orderNumber(order.number),
    firstName: billing.firstName,
    path: '/profile',
    ...senderOf(deps),
  };
  const email = boosterReturnedEmail({ ...about, total, increase });
  await events.record(
    tx,
    deps,
    { orderId, kind: 'canceled', now },
    { kind: 'order_canceled', orderId, to: billing.email, email },
  );
  return false;
};

/** Runs once per order, in the transaction in which it is paid. */
export const raiseLimit: Handler<OrderPaid> = async (tx, deps, { orderId }) => {
  const { userId, increase } = await readSale(tx, orderId);
  await ledger.limitRaised(tx, deps, { userId, orderId, amount: increase });
};
