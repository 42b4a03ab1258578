/** Giving money back because our staff say so. Written down first, then asked for under a key from our row: two clicks are one refund. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents, formatMoney, subtract } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

export type RefundRequest = {
  orderId: string;
  /** Null: all that is left of the payment. */
  amount: Cents | null;
  /** Names one decision of the staff. Without it the decision is "this amount, after what was refunded so far". */
  requestKey: string | null;
};

/** Answers the refund's id. Throws `order_not_found`, `refund_impossible` (nothing paid, or nothing left), `refund_too_large`. */
export const requestRefund = ({ db, jobs }: Deps, { orderId, amount, requestKey }: RefundRequest): Promise<{ refundId: string; amount: Cents }> =>
  db.transaction().execute(async (tx) => {
    if ((await orders.lock(tx, orderId)) === null) throw new DomainError('order_not_found');
    const payment = await store.lockSucceeded(tx, orderId);
    if (payment === null) throw new DomainError('refund_impossible');
    const earlier = requestKey === null ? undefined : await refunds.findByRequest(tx, payment.id, requestKey);
    if (earlier) return { refundId: earlier.id, amount: cents(earlier.amount_cents) };
    const left = subtract(payment.amount, await refunds.sumOf(tx, payment.id));
    const wanted = amount ?? left;
    if (left === 0 || wanted <= 0) throw new DomainError('refund_impossible');
    if (wanted > left) throw new DomainError('refund_too_large', `Only ${formatMoney(left)} of this payment can still be refunded`);
    const refundId = freshId('ref');
    await refunds.insert(tx, { id: refundId, paymentId: payment.id, amount: wanted, reason: 'requested', requestKey });
    await jobs.enqueue(tx, 'send-refund', { refundId });
    return { refundId, amount: wanted };
  });

/** Asks the processor for a written-down refund. A repeat never refunds twice; a later answer never undoes a newer one. */
export async function sendRefund({ db, gateway }: Deps, refundId: string): Promise<void> {
  const refund = await refunds.find(db, refundId);
  if (refund?.state !== 'creating' || refund.intent_ref === null) return;
  const answer = await gateway.refundPayment({ refundId, intentRef: refund.intent_ref, amount: cents(refund.amount_cents) });
  await db.transaction().execute((tx) => refunds.advance(tx, refundId, answer));
}
