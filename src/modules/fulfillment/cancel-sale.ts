/**
 * Cancels an accepted order and refunds it as one decision. One transaction writes the refunds, the end of
 * its subscriptions, the history, the email, and the audit entry. Jobs call the processor afterwards.
 */
import { DomainError } from '#kernel/errors.ts';
import { lineShares } from '#kernel/line-shares.ts';
import { add, type Cents, cents, subtract, zero } from '#kernel/money.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import * as invoices from '#modules/invoices/store.ts';
import { saleCanceledEmail } from '#modules/mail/emails/cancellation.ts';
import { senderOf } from '#modules/mail/sender.ts';
import type { EmailDraft } from '#modules/mail/service.ts';
import * as cancellations from '#modules/orders/cancellation-store.ts';
import * as events from '#modules/orders/events.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { requestRefundIn } from '#modules/payments/refunds.ts';
import { lockUnrefunded, type Unrefunded } from '#modules/payments/unrefunded-store.ts';
import { endNow } from '#modules/subscriptions/ending.ts';
import * as subscriptions from '#modules/subscriptions/order-store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Handler, RefundMoved } from '#modules/shared/settlement.ts';
import { mayCancelSale } from './rules.ts';

/** How much to refund: everything left, these lines at their discounted price, or an amount. */
export type RefundChoice =
  | { by: 'all' }
  | { by: 'lines'; productIds: readonly string[] }
  | { by: 'amount'; amount: Cents }
  | { by: 'nothing' };

export type SaleCancellation = {
  orderId: string;
  reason: string;
  isAnnounced: boolean;
  refund: RefundChoice;
  /** Idempotency key of one button press: a repeat is the same cancellation. */
  requestKey: string;
  /** Null: from the command line. */
  actorId: string | null;
  /**
   * The most that this staff member may refund on one order, including earlier refunds; null means no limit.
   */
  atMostOfOrder: Cents | null;
};

/**
 * Throws `order_not_found`, `order_canceled_before` (also for another press), `order_not_cancelable`,
 * `refund_too_large`, and `refund_above_limit`. Throws `order_has_payments` for a Net 30 order unless
 * everything paid is refunded.
 */
export const cancelSale = (deps: Deps, cancellation: SaleCancellation): Promise<void> =>
  retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => cancelSaleIn(tx, deps, cancellation)));

async function cancelSaleIn(tx: Tx, deps: Deps, cancellation: SaleCancellation): Promise<void> {
  const { orderId, reason, isAnnounced, requestKey, actorId } = cancellation;
  const order = await orders.lock(tx, orderId);
  if (order === null) throw new DomainError('order_not_found');
  const earlier = await cancellations.find(tx, orderId);
  if (earlier?.requestKey === requestKey) return;
  if (earlier !== null) throw new DomainError('order_canceled_before');
  const running = await subscriptions.lockRunning(tx, orderId);
  if (!mayCancelSale(order, running.length > 0)) throw new DomainError('order_not_cancelable');
  const payments = await lockUnrefunded(tx, orderId);
  const amount = await decideAmount(tx, order, cancellation.refund, payments);
  const now = deps.clock.now();
  await cancellations.insert(tx, { orderId, reason, canceledBy: actorId, requestKey, isAnnounced, at: now });
  await refundPayments(tx, deps, cancellation, { payments, amount });
  for (const subscription of running) await endNow(tx, deps, subscription, 'by_staff', { isSilent: true });
  if (order.kind === 'credit') await deps.jobs.enqueue(tx, 'finish-cancellation', { orderId });
  else {
    const draft = isAnnounced
      ? await draftOf(tx, deps, order, { amount, subscriptions: running.map(({ name }) => name) })
      : null;
    await events.record(tx, deps, { orderId, kind: 'canceled', now }, draft);
  }
  const change = {
    before: { status: order.status },
    after: { status: 'canceled', refundCents: amount, reason, isAnnounced },
  };
  await audit.record(tx, deps, {
    ...audit.byStaff(actorId),
    action: 'sale_canceled',
    object: orderId,
    ...change,
  });
}

async function decideAmount(
  tx: Tx,
  order: orders.Order,
  choice: RefundChoice,
  payments: Unrefunded[],
): Promise<Cents> {
  const refundable = add(zero, ...payments.map((payment) => payment.left));
  // A Net 30 invoice is voided only when all its payments are refunded.
  if (order.kind === 'credit' && choice.by !== 'all' && refundable > 0)
    throw new DomainError('order_has_payments');
  if (choice.by === 'all') return refundable;
  if (choice.by === 'nothing') return zero;
  const amount = choice.by === 'amount' ? choice.amount : await sumOfLines(tx, order, choice.productIds);
  if (amount > refundable) throw new DomainError('refund_too_large');
  return amount;
}

async function sumOfLines(tx: Tx, order: orders.Order, productIds: readonly string[]): Promise<Cents> {
  const items = await orders.items(tx, order.id);
  if (productIds.some((id) => !items.some(({ productId }) => productId === id)))
    throw new DomainError('invalid_request');
  const shares = lineShares(
    items.map(({ total }) => total),
    order.total,
  );
  return add(zero, ...shares.filter((_, place) => productIds.includes(items[place]?.productId ?? '')));
}

type Money = { payments: Unrefunded[]; amount: Cents };

/** Net 30 is paid in halves, so one decision may be several refunds. */
async function refundPayments(
  tx: Tx,
  deps: Deps,
  cancellation: SaleCancellation,
  { payments, amount }: Money,
): Promise<void> {
  const { orderId, requestKey, actorId, atMostOfOrder, isAnnounced } = cancellation;
  let rest = amount;
  for (const { paymentId, left } of payments) {
    const part = cents(Math.min(rest, left));
    if (part === 0) continue;
    rest = subtract(rest, part);
    const request = { orderId, paymentId, amount: part, requestKey: `${requestKey} ${paymentId}` };
    await requestRefundIn(tx, deps, { ...request, actorId, atMostOfOrder, isSilent: !isAnnounced });
  }
}

type Outcome = { amount: Cents; subscriptions: string[] };

async function draftOf(
  tx: Tx,
  deps: Deps,
  { id, number, billing }: orders.Order,
  outcome: Outcome,
): Promise<EmailDraft> {
  const [invoice] = (await invoices.issuedOf(tx, [id])).get(id) ?? [];
  const path = invoice === undefined ? '/profile' : `/invoices/${invoice.id}`;
  const about = { number: orderNumber(number), firstName: billing.firstName, path, ...senderOf(deps) };
  return {
    kind: 'order_canceled',
    orderId: id,
    to: billing.email,
    email: saleCanceledEmail({ ...about, ...outcome }),
  };
}

/**
 * The job behind a canceled Net 30 order: voids its open invoices at the processor and releases its credit.
 * Throws `order_has_payments`, and is retried, until the refunds of its payments have succeeded. Safe to
 * repeat.
 */
export async function finishCancellation(deps: Deps, orderId: string): Promise<void> {
  const [cancellation, order] = [
    await cancellations.find(deps.db, orderId),
    await orders.find(deps.db, orderId),
  ];
  if (cancellation === null || order?.kind !== 'credit' || order.status !== 'in_progress') return;
  await cancelCreditOrder(deps, orderId, cancellation.canceledBy, { isSilent: !cancellation.isAnnounced });
}

/** When a refund has succeeded, finishes the cancellation that was waiting for it. */
export const finishAfterRefund: Handler<RefundMoved> = async (tx, deps, { stage, orderId }) => {
  if (stage === 'succeeded' && (await cancellations.find(tx, orderId)) !== null)
    await deps.jobs.enqueue(tx, 'finish-cancellation', { orderId });
};
