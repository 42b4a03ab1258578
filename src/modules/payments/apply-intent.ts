/**
 * The one function that decides the state of a payment. Webhook, browser return and sweep all end here,
 * possibly at the same time. It reads the current state from the processor, then locks cart, order, payment
 * and invoice (always in that order) and updates them together.
 */
import { freshId } from '#kernel/ids.ts';
import * as carts from '#modules/carts/store.ts';
import type { Invoice } from '#modules/invoices/store.ts';
import * as settled from '#modules/orders/order-in-settlement-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { isTracing, traced } from '#platform/tracing.ts';
import { canBeGiven, invoicePaid, type OrderPaid } from '#modules/shared/settlement.ts';
import type { PaymentAttempt, ProcessorPayment } from '#ports/payment-gateway.ts';
import * as alarms from '#modules/alarms/service.ts';
import * as attempts from './attempt-store.ts';
import * as refunds from './refund-store.ts';
import * as inFlight from './in-flight.ts';
import { hasMoney, isFinal, decideStatus, type PaymentStatus, type Verdict } from './rules.ts';
import * as store from './store.ts';
import { traceparentOf } from './trace-store.ts';

/**
 * Null: the payment is not ours (foreign metadata, or another shop on the same account), so nothing was done.
 */
export const applyIntent = (
  deps: Deps,
  intentRef: string,
  knownOrder?: KnownOrder,
): Promise<PaymentStatus | null> =>
  inFlight.runUnlessSucceeded(deps.db, intentRef, async () => {
    const intent = await deps.gateway.readPayment(intentRef);
    return intent === null ? null : applyIntentState(deps, intent, knownOrder);
  });

/**
 * An event about a refund or a dispute may overtake the event about its payment, so the payment is read
 * first. A payment that we canceled may also have been paid.
 */
export async function syncFirst(deps: Deps, intentRef: string): Promise<void> {
  const payment = await store.findByIntent(deps.db, intentRef);
  if (payment === null || !hasMoney(payment.status)) await applyIntent(deps, intentRef);
}

/** The immutable fields of an order, for callers that have just read it. */
type KnownOrder = Pick<orders.Order, 'id' | 'cartId'>;

/** Like `applyIntent`, with a state that was just read. */
export async function applyIntentState(
  deps: Deps,
  intent: ProcessorPayment,
  read?: KnownOrder,
): Promise<PaymentStatus | null> {
  const { orderId, paymentId, customerRef } = intent;
  if (orderId === null || paymentId === null) {
    // The processor charges renewals without a call from us, and the customer is the only reference to us in
    // their payments.
    if (intent.state === 'succeeded' && customerRef !== null)
      for (const follow of deps.settlement.follow.customer) await follow(deps, customerRef);
    return null;
  }
  if (!isOfThisShop(deps, intent)) return null;
  const knownOrder = read?.id === orderId ? read : await orders.find(deps.db, orderId);
  if (knownOrder === null) return null;
  const moved = await inTraceOfPurchase(deps, paymentId, () =>
    retryOnDeadlock(deps, () =>
      deps.db.transaction().execute(async (tx) => {
        if (knownOrder.cartId !== null) await carts.lock(tx, knownOrder.cartId);
        const order = await settled.lockForSettlement(tx, orderId);
        const locked = await store.lockWithInvoice(tx, paymentId);
        if (order === null || locked === null || locked.payment.orderId !== orderId) return null;
        const { payment, invoice } = locked;
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
        return { from: payment.status, to: await move(tx, deps, { order, payment, invoice, intent }) };
      }),
    ),
  );
  if (moved !== null && moved.from !== moved.to) {
    deps.metrics?.paymentMoved(moved.to);
    deps.log.info(
      { orderId, paymentId, intentRef: intent.intentRef, from: moved.from, to: moved.to },
      'a payment changed its status',
    );
  }
  return moved?.to ?? null;
}

/**
 * Continues the trace of the purchase that requested the money, whether the webhook or the sweep reports it.
 */
async function inTraceOfPurchase<T>({ db }: Deps, paymentId: string, work: () => Promise<T>): Promise<T> {
  const parent = isTracing() ? await traceparentOf(db, paymentId) : null;
  return traced('settle payment', { kind: 'internal', ...(parent === null ? {} : { parent }) }, work);
}

/** Another shop may share the account. Payments opened before shops had names count as ours. */
export const isOfThisShop = ({ shopId }: Deps, intent: Pick<ProcessorPayment, 'shopId'>): boolean =>
  intent.shopId === null || intent.shopId === shopId;

type Locked = { order: orders.Order; payment: store.Payment; invoice: Invoice; intent: ProcessorPayment };

async function move(tx: Tx, deps: Deps, { order, payment, invoice, intent }: Locked): Promise<PaymentStatus> {
  const now = deps.clock.now();
  const paid: OrderPaid = {
    kind: order.kind === 'booster' ? 'booster' : 'order',
    invoiceId: invoice.id,
    orderId: order.id,
    now,
  };
  const judged = decideStatus({ payment, invoice, intent });
  const isRefused = judged.then === 'pay_invoice' && !(await canBeGiven(tx, deps, paid));
  const verdict: Verdict = isRefused ? { status: 'duplicate', then: 'refund' } : judged;
  const hasMoved = verdict.status !== payment.status || intent.declineMessage !== payment.declineMessage;
  // A successful attempt counts in no decline metric, so it is written in the same statement as the change.
  const success = hasMoved && intent.attempt?.outcome === 'succeeded' ? intent.attempt : null;
  if (intent.attempt !== null && success === null) await recordAttempt(tx, deps, payment, intent.attempt);
  if (hasMoved) {
    await store.move(tx, payment.id, {
      attempt: success,
      status: verdict.status,
      declineMessage: intent.declineMessage,
      reviewReason: verdict.then === 'alarm' ? verdict.reason : null,
      received: intent.amountReceived,
      paidWith: intent.paidWith,
      now,
    });
  }
  if (verdict.then === 'pay_invoice') {
    await invoicePaid(tx, deps, paid);
    // An invoice has at most one open payment: if it was this one, there is no other.
    const leftover = isFinal(payment.status) ? await store.findOpenOfOrder(tx, order.id) : null;
    if (leftover !== null) await deps.jobs.enqueue(tx, 'cancel-leftover', { paymentId: leftover.id });
  }
  if (verdict.then === 'refund')
    await refundSurplus(tx, deps, payment, isRefused ? { ...order, status: 'canceled' } : order);
  if (verdict.then === 'alarm')
    await alarms.raise(
      tx,
      deps.log,
      'payment_review',
      payment.id,
      `Payment of order ${order.id} is parked: ${verdict.reason}`,
    );
  // Last, because the audit log is written last.
  if (verdict.then === 'pay_invoice' || verdict.then === 'refund') await noteSavedCard(tx, deps, payment);
  return verdict.status;
}

/** Records that the processor saved the card with the payment, as the payer asked. */
async function noteSavedCard(
  tx: Tx,
  deps: Deps,
  { id, request: { payerId, saveCard } }: store.Payment,
): Promise<void> {
  if (payerId !== undefined && saveCard)
    await audit.record(tx, deps, { actorId: payerId, action: 'card_saved', object: id });
}

/** Counts each attempt once, regardless of which source reports it first. */
export async function recordAttempt(
  db: Database | Tx,
  { metrics, log }: Deps,
  payment: Pick<store.Payment, 'id' | 'orderId'>,
  attempt: PaymentAttempt,
): Promise<void> {
  const isNew = await attempts.record(db, payment.id, attempt);
  if (!isNew || attempt.outcome === 'succeeded') return;
  metrics?.paymentDeclined(attempt.declineCode ?? attempt.outcome);
  log.info(
    {
      orderId: payment.orderId,
      paymentId: payment.id,
      attempt: attempt.attemptRef,
      code: attempt.declineCode,
    },
    'a card was declined',
  );
}

async function refundSurplus(tx: Tx, deps: Deps, payment: store.Payment, order: orders.Order): Promise<void> {
  const refundId = freshId('ref');
  const written = await refunds.insert(tx, {
    id: refundId,
    paymentId: payment.id,
    amount: payment.amount,
    reason: 'duplicate',
    requestKey: null,
    now: deps.clock.now(),
  });
  if (written === null) return;
  await alarms.raise(
    tx,
    deps.log,
    'duplicate_payment',
    payment.id,
    order.status === 'canceled'
      ? `Order ${order.id} was paid after it was canceled: the payment is refunded`
      : `Order ${order.id} was paid twice: the second payment is refunded`,
  );
  await deps.jobs.enqueue(tx, 'send-refund', { refundId });
  const detail = { orderId: payment.orderId, amountCents: payment.amount };
  await audit.record(tx, deps, { actorId: null, action: 'refund_automatic', object: refundId, detail });
}
