/**
 * The one function that decides what a payment is. Webhook, browser return and sweep all end here, and may end here at once:
 * it reads the truth afresh, then locks cart, order and payment (always in that order) and moves them together.
 */
import { freshId } from '#kernel/ids.ts';
import * as carts from '#modules/carts/store.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { againAfterDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#platform/deps.ts';
import type { ProcessorPayment } from '#ports/payment-gateway.ts';
import * as alarms from './alarms.ts';
import * as refunds from './refund-store.ts';
import * as inHand from './in-hand.ts';
import { isFinal, judge, type PaymentStatus } from './rules.ts';
import * as store from './store.ts';

/** What must happen in the same transaction when an order turns out to be paid. Checkout provides it. */
export type Settlement = (tx: Tx, order: orders.Order, now: Date) => Promise<void>;

/** Null: the payment is not one of ours (foreign metadata, or another shop on the same account), so nothing was done. */
export const applyIntent = (deps: Deps, settle: Settlement, intentRef: string, known?: KnownOrder): Promise<PaymentStatus | null> =>
  inHand.unlessSucceeded(deps.db, intentRef, async () => {
    const intent = await deps.gateway.readPayment(intentRef);
    return intent === null ? null : applyTruth(deps, settle, intent, known);
  });

/** What never changes of an order, for whoever has just read it. */
type KnownOrder = Pick<orders.Order, 'id' | 'cartId'>;

/** As `applyIntent`, when the truth was read a moment ago. */
export async function applyTruth(
  deps: Deps,
  settle: Settlement,
  intent: ProcessorPayment,
  read?: KnownOrder,
): Promise<PaymentStatus | null> {
  const { orderId, paymentId } = intent;
  if (orderId === null || paymentId === null) return null;
  const known = read?.id === orderId ? read : await orders.find(deps.db, orderId);
  if (known === null) return null;
  const moved = await againAfterDeadlock(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      if (known.cartId !== null) await carts.lock(tx, known.cartId);
      const order = await orders.lock(tx, orderId);
      const payment = await store.lock(tx, paymentId);
      if (order === null || payment === null || payment.orderId !== orderId) return null;
      const isAttached = payment.intentRef === intent.intentRef && payment.status !== 'creating';
      if (!isAttached && !(await store.attach(tx, paymentId, intent.intentRef))) {
        await alarms.raise(
          tx,
          deps.log,
          'two_intents',
          intent.intentRef,
          `Payment ${paymentId} of order ${orderId} already has another processor payment`,
        );
        return { from: payment.status, to: payment.status };
      }
      return { from: payment.status, to: await move(tx, deps, settle, { order, payment, intent }) };
    }),
  );
  if (moved !== null && moved.from !== moved.to) deps.metrics?.paymentMoved(moved.to);
  return moved?.to ?? null;
}

type Locked = { order: orders.Order; payment: store.Payment; intent: ProcessorPayment };

async function move(tx: Tx, deps: Deps, settle: Settlement, { order, payment, intent }: Locked): Promise<PaymentStatus> {
  const verdict = judge({ payment, order, intent });
  const now = deps.clock.now();
  if (verdict.status !== payment.status || intent.declineMessage !== payment.declineMessage) {
    await store.move(tx, payment.id, {
      status: verdict.status,
      declineMessage: intent.declineMessage,
      reviewReason: verdict.then === 'alarm' ? verdict.reason : null,
      received: intent.amountReceived,
      now,
    });
  }
  if (verdict.then === 'pay_order') {
    await settle(tx, order, now);
    // An order has at most one open payment: if that was this one, there is no other.
    const leftover = isFinal(payment.status) ? await store.findOpenOfOrder(tx, order.id) : null;
    if (leftover !== null) await deps.jobs.enqueue(tx, 'cancel-leftover', { paymentId: leftover.id });
  }
  if (verdict.then === 'refund') await giveBack(tx, deps, payment, order);
  if (verdict.then === 'alarm')
    await alarms.raise(tx, deps.log, 'payment_review', payment.id, `Payment of order ${order.id} is parked: ${verdict.reason}`);
  return verdict.status;
}

async function giveBack(tx: Tx, deps: Deps, payment: store.Payment, order: orders.Order): Promise<void> {
  const refundId = freshId('ref');
  const written = await refunds.insert(tx, {
    id: refundId,
    paymentId: payment.id,
    amount: payment.amount,
    reason: 'duplicate',
    requestKey: null,
  });
  if (written === null) return;
  await alarms.raise(
    tx,
    deps.log,
    'duplicate_payment',
    payment.id,
    order.status === 'canceled'
      ? `Order ${order.id} was paid after it had been given up: the payment is refunded`
      : `Order ${order.id} was paid twice: the second payment is refunded`,
  );
  await deps.jobs.enqueue(tx, 'send-refund', { refundId });
  const detail = { orderId: payment.orderId, amountCents: payment.amount };
  await audit.record(tx, deps, { actorId: null, action: 'refund_automatic', object: refundId, detail });
}
