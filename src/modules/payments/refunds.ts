/** Giving money back because our staff say so. Written down first, then asked for under a key from our row: two clicks are one refund. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents, formatMoney, subtract } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayRefused } from '#ports/payment-gateway.ts';
import * as alarms from './alarms.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

export type RefundRequest = {
  orderId: string;
  /** Null: all that is left of the payment. */
  amount: Cents | null;
  /** Names one decision of the staff. Without it the decision is "this amount, after what was refunded so far". */
  requestKey: string | null;
};

/** Answers the refund's id. Throws `order_not_found`, `refund_impossible` (nothing paid, or nothing left), `payment_disputed`, `refund_too_large`. */
export const requestRefund = ({ db, jobs }: Deps, { orderId, amount, requestKey }: RefundRequest): Promise<{ refundId: string; amount: Cents }> =>
  db.transaction().execute(async (tx) => {
    if ((await orders.lock(tx, orderId)) === null) throw new DomainError('order_not_found');
    const payment = await store.lockSucceeded(tx, orderId);
    if (payment === null) throw new DomainError('refund_impossible');
    const earlier = requestKey === null ? undefined : await refunds.findByRequest(tx, payment.id, requestKey);
    if (earlier) return { refundId: earlier.id, amount: cents(earlier.amount_cents) };
    const unrefunded = subtract(payment.amount, await refunds.sumOf(tx, payment.id));
    const wanted = decideAmount({ unrefunded, disputed: await refunds.sumTakenBack(tx, payment.id), amount });
    const refundId = freshId('ref');
    await refunds.insert(tx, { id: refundId, paymentId: payment.id, amount: wanted, reason: 'requested', requestKey });
    await jobs.enqueue(tx, 'send-refund', { refundId });
    return { refundId, amount: wanted };
  });

/** What the bank took back for a dispute has reached the customer already: refunding it too would pay them twice. */
function decideAmount({ unrefunded, disputed, amount }: { unrefunded: Cents; disputed: Cents; amount: Cents | null }): Cents {
  if (unrefunded <= 0 || (amount !== null && amount <= 0)) throw new DomainError('refund_impossible');
  if (disputed >= unrefunded) throw new DomainError('payment_disputed');
  const left = subtract(unrefunded, disputed);
  if (amount === null || amount <= left) return amount ?? left;
  const because = disputed > 0 ? `: the bank has taken ${formatMoney(disputed)} back for a dispute` : '';
  throw new DomainError('refund_too_large', `Only ${formatMoney(left)} of this payment can still be refunded${because}`);
}

/**
 * Asks the processor for a written-down refund. A repeat never refunds twice; a later answer never undoes a newer one.
 * A clear no, such as for a dispute we have not heard of yet, ends the refund with an alarm: asking again would never help.
 */
export async function sendRefund({ db, gateway, log }: Deps, refundId: string): Promise<void> {
  const refund = await refunds.find(db, refundId);
  if (refund?.state !== 'creating' || refund.intent_ref === null) return;
  const answer = await gateway.refundPayment({ refundId, intentRef: refund.intent_ref, amount: cents(refund.amount_cents) })
    .catch((error: unknown) => {
      if (error instanceof GatewayRefused) return error;
      throw error;
    });
  await db.transaction().execute(async (tx) => {
    if (!(answer instanceof GatewayRefused)) await refunds.advance(tx, refundId, answer);
    else if (await refunds.giveUp(tx, refundId)) {
      await alarms.raise(tx, log, 'refund_failed', refundId, `A refund of order ${refund.order_id} was refused by the processor: ${answer.message}`);
    }
  });
}
