/**
 * Refunds on request of staff. A refund is stored first, then sent under a key from our row: two clicks are
 * one refund.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { add, type Cents, cents, formatMoney, subtract } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayRefused, type ProcessorRefund } from '#ports/payment-gateway.ts';
import * as alarms from '#modules/alarms/service.ts';
import { recordRefund } from './apply-refund.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

export type RefundRequest = {
  orderId: string;
  /**
   * Default: money that the order does not need, or if there never was any, the payment that paid it. After
   * staff have refunded the one, the other must be named, because a second person with the same command most
   * likely means the same refund.
   */
  paymentId?: string | null;
  /** Null: everything left of the payment. */
  amount: Cents | null;
  /**
   * Idempotency key of one decision, so that two clicks are one refund. Null: every call is a separate
   * decision.
   */
  requestKey: string | null;
  /** The staff member; omitted or null for the command line. */
  actorId?: string | null;
  /** The most that may be refunded of the whole order, including earlier refunds; null means no limit. */
  atMostOfOrder?: Cents | null;
  /** The customer gets no email about it. */
  isSilent?: boolean;
};

/** `isNeeded`: the payment is the one that pays its order. */
export type Refund = { refundId: string; amount: Cents; paymentId: string; isNeeded: boolean };

/**
 * Derives the key of a decision without one. The same command from two people at the same time means one
 * refund. The same command later, after another refund or a failure, means a new one.
 */
export async function nameDecision(
  db: Database,
  orderId: string,
  amount: string | null,
  paymentId: string | null = null,
): Promise<string> {
  const { refunded, failed } = await refunds.historyOf(db, orderId);
  return `${amount ?? 'the rest'}${paymentId === null ? '' : ` of ${paymentId}`} after ${refunded}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/**
 * Returns the refund's ID.
 * @throws `order_not_found`, `refund_impossible` (nothing paid, or nothing left), `payment_disputed`,
 *   `refund_too_large`.
 * @throws `refund_failed_before` when this very decision was tried and failed, `refund_above_limit`, and
 *   `refund_ambiguous`.
 */
export const requestRefund = (deps: Deps, request: RefundRequest): Promise<Refund> =>
  deps.db.transaction().execute((tx) => requestRefundIn(tx, deps, request));

/** Like `requestRefund`, but in the caller's transaction. */
export async function requestRefundIn(
  tx: Tx,
  deps: Deps,
  { orderId, paymentId = null, amount, requestKey, ...by }: RefundRequest,
): Promise<Refund> {
  if ((await orders.lock(tx, orderId)) === null) throw new DomainError('order_not_found');
  const earlier = requestKey === null ? undefined : await refunds.findByRequest(tx, orderId, requestKey);
  if (earlier?.state === 'failed') throw new DomainError('refund_failed_before');
  if (earlier) {
    const { id, amount_cents: refunded, payment_id: of, payment_status: status } = earlier;
    return { refundId: id, amount: cents(refunded), paymentId: of, isNeeded: status === 'succeeded' };
  }
  const payment = await store.lockRefundable(tx, orderId, paymentId);
  if (payment === null) throw new DomainError('refund_impossible');
  if (paymentId === null && payment.status === 'succeeded' && (await refunds.hasRequestedOther(tx, payment)))
    throw new DomainError('refund_ambiguous', ambiguous(payment.id));
  const unrefunded = subtract(moneyOf(payment), await refunds.sumOf(tx, payment.id));
  const refundAmount = decideAmount({
    unrefunded,
    disputed: await refunds.sumTakenBack(tx, payment.id),
    amount,
  });
  const { refunded } = await refunds.historyOf(tx, orderId);
  const { actorId = null, atMostOfOrder = null, isSilent = false } = by;
  if (atMostOfOrder !== null && add(refunded, refundAmount) > atMostOfOrder)
    throw new DomainError('refund_above_limit');
  const refundId = freshId('ref');
  const now = deps.clock.now();
  const row = {
    id: refundId,
    paymentId: payment.id,
    amount: refundAmount,
    reason: 'requested',
    requestKey,
    now,
  } as const;
  const written = await refunds.insert(tx, { ...row, requestedBy: actorId, isSilent });
  if (written === null) throw new Error(`the refund of order ${orderId} could not be stored`);
  await deps.jobs.enqueue(tx, 'send-refund', { refundId });
  const change = {
    before: { refundedCents: refunded },
    after: { refundedCents: add(refunded, refundAmount) },
  };
  const detail = { orderId, amountCents: refundAmount };
  await audit.record(tx, deps, {
    ...audit.byStaff(actorId),
    action: 'refund_requested',
    object: refundId,
    ...change,
    detail,
  });
  return { refundId, amount: refundAmount, paymentId: payment.id, isNeeded: payment.status === 'succeeded' };
}

/** An excess over what was owed is refunded automatically. */
const moneyOf = ({ status, received, amount }: store.Payment): Cents =>
  status === 'review' ? received : cents(Math.max(received, amount));

const ambiguous = (paymentId: string): string =>
  `The excess payment for this order was already refunded. To refund the payment of the order too: npm run admin -- refund ${paymentId}`;

/**
 * What the bank took back for a dispute has already reached the customer; refunding it too would pay them
 * twice.
 */
function decideAmount({
  unrefunded,
  disputed,
  amount,
}: {
  unrefunded: Cents;
  disputed: Cents;
  amount: Cents | null;
}): Cents {
  if (unrefunded <= 0 || (amount !== null && amount <= 0)) throw new DomainError('refund_impossible');
  if (disputed >= unrefunded) throw new DomainError('payment_disputed');
  const refundable = subtract(unrefunded, disputed);
  if (amount === null || amount <= refundable) return amount ?? refundable;
  const because = disputed > 0 ? `: the bank has taken ${formatMoney(disputed)} back for a dispute` : '';
  throw new DomainError(
    'refund_too_large',
    `Only ${formatMoney(refundable)} of this payment can still be refunded${because}`,
  );
}

/**
 * Sends a stored refund to the processor. A repeat never refunds twice, and a late response never overwrites
 * a newer one. A definite rejection, for example because of an unreported dispute, fails the refund with an
 * alarm: a retry would not help.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const { db, log } = deps;
  const refund = await refunds.find(db, refundId);
  if (refund?.state !== 'creating' || refund.intent_ref === null) return;
  const answer = await ask(deps, { ...refund, intent_ref: refund.intent_ref }).catch((error: unknown) => {
    if (error instanceof GatewayRefused) return error;
    throw error;
  });
  if (answer === null) return;
  if (!(answer instanceof GatewayRefused)) return recordRefund(deps, answer, refund.intent_ref);
  await db.transaction().execute(async (tx) => {
    await orders.lock(tx, refund.order_id);
    if (!(await refunds.markFailed(tx, refundId))) return;
    await alarms.raise(
      tx,
      log,
      'refund_failed',
      refundId,
      `A refund of order ${refund.order_id} was refused by the processor: ${answer.message}`,
    );
  });
}

type PendingRefund = {
  id: string;
  intent_ref: string;
  amount_cents: number;
  key_generation: number;
  keyed_at: Date;
};

/** Null: a concurrent request continues with a newer key. */
function ask({ db, gateway, clock }: Deps, refund: PendingRefund): Promise<ProcessorRefund | null> {
  const request = { refundId: refund.id, intentRef: refund.intent_ref, amount: cents(refund.amount_cents) };
  const under = (generation: number) => () => gateway.refundPayment({ ...request, generation });
  return callOnce({
    keyedAt: refund.keyed_at,
    now: clock.now(),
    ask: under(refund.key_generation),
    find: () => gateway.findRefund(refund.id, refund.intent_ref),
    renew: async () => {
      const generation = await refunds.renewKey(db, refund.id, refund.key_generation, clock.now());
      return generation === null ? null : under(generation);
    },
  });
}
