/**
 * Applies refunds and disputes from the processor, which are re-read like payments. Order, payment and
 * invoice are locked but not changed. Path of a refund: `server/http/webhooks.ts`, this file, `refundMoved`
 * in `server/settlement.ts`, `checkout/settling/after-sale.ts`, `invoices/credit-notes.ts`,
 * `orders/events.ts`.
 */
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents, formatMoney } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import {
  type DisputeStage,
  disputeMoved,
  type RefundMoved,
  refundMoved,
} from '#modules/shared/settlement.ts';
import type { ProcessorDispute, ProcessorRefund } from '#ports/payment-gateway.ts';
import * as alarms from '#modules/alarms/service.ts';
import { syncFirst } from './apply-intent.ts';
import * as refunds from './refund-store.ts';
import { disputeStage, hasMoney } from './rules.ts';
import * as store from './store.ts';

/** Safe to repeat. A refund of a payment that is not ours changes nothing. */
export async function applyRefund(deps: Deps, refundRef: string): Promise<void> {
  const remote = await deps.gateway.readRefund(refundRef);
  if (remote === null || remote.intentRef === null) return;
  await syncFirst(deps, remote.intentRef);
  await recordRefund(deps, remote, remote.intentRef);
}

/**
 * Records the state of a refund of this payment and notifies the handlers. Safe to repeat and to run in
 * parallel.
 */
export async function recordRefund(deps: Deps, remote: ProcessorRefund, intentRef: string): Promise<void> {
  const found = await store.findByIntent(deps.db, intentRef);
  if (found === null) return;
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, found.orderId);
    const locked = await store.lockWithInvoice(tx, found.id);
    if (locked === null || !hasMoney(locked.payment.status))
      throw new Error(`payment ${found.id} is refunded and does not count as paid`);
    const { payment } = locked;
    const stored = await refunds.lockByReference(tx, remote);
    const refundId = stored?.id ?? (await recordForeign(tx, deps, payment.id, remote));
    const stage = stored ? await refunds.advance(tx, stored, remote) : remote.state;
    // An overpayment was never billed.
    if (stage !== 'creating' && stage !== stored?.state && stored?.reason !== 'duplicate') {
      const [amount, askedAt] = stored
        ? [cents(stored.amount_cents), stored.created_at]
        : [remote.amount, deps.clock.now()];
      await notifyOfMove(tx, deps, payment, { refundId, stage, amount, askedAt });
    }
    if (remote.state === 'failed') {
      const hint = `To try again: npm run admin -- refund ${payment.id}`;
      await alarms.raise(
        tx,
        deps.log,
        'refund_failed',
        remote.refundRef,
        `A refund of order ${payment.orderId} failed: the money is still with us. ${hint}`,
      );
    }
  });
}

type Move = Pick<RefundMoved, 'refundId' | 'stage' | 'amount' | 'askedAt'>;

/**
 * The customer is not notified about refunds of money that the order never needed, because it was not billed.
 */
async function notifyOfMove(
  tx: Tx,
  deps: Deps,
  { status, invoiceId, orderId }: store.Payment,
  move: Move,
): Promise<void> {
  if (status === 'succeeded')
    await refundMoved(tx, deps, { ...move, invoiceId, orderId, now: deps.clock.now() });
}

/** Records a refund that staff made at the processor, which we learn of afterwards. Returns our ID for it. */
async function recordForeign(
  tx: Tx,
  deps: Deps,
  paymentId: string,
  remote: ProcessorRefund,
): Promise<string> {
  const refundId = freshId('ref');
  await refunds.insertFromProcessor(tx, refundId, paymentId, remote, deps.clock.now());
  const detail = { paymentId, refundRef: remote.refundRef, amountCents: remote.amount };
  await audit.record(tx, deps, { actorId: null, action: 'refund_at_processor', object: refundId, detail });
  return refundId;
}

/** How often a dispute is read again because of a concurrent write. After that the whole job is retried. */
const triesAtMost = 10;

/**
 * Safe to repeat and to run in parallel. A dispute does not change the order: a paid order stays paid, a
 * refunded one stays refunded.
 */
export async function applyDispute(deps: Deps, disputeRef: string): Promise<void> {
  for (let attempt = 0; attempt < triesAtMost; attempt += 1) {
    const recorded = await refunds.recordedDispute(deps.db, disputeRef);
    const remote = await deps.gateway.readDispute(disputeRef);
    if (remote === null || remote.intentRef === null) return;
    if (attempt === 0) await syncFirst(deps, remote.intentRef);
    if (await recordDisputeState(deps, remote.intentRef, remote, recorded?.revision ?? null)) return;
  }
  throw new Error(`dispute ${disputeRef} keeps changing`);
}

/**
 * Dispute states have no order: a lost one may be appealed and won. A response counts only if no write
 * happened while it was in flight. Returns false after such a write; the dispute must then be read again.
 */
async function recordDisputeState(
  deps: Deps,
  intentRef: string,
  remote: ProcessorDispute,
  revision: string | null,
): Promise<boolean> {
  const found = await store.findByIntent(deps.db, intentRef);
  if (found === null) return true;
  return deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, found.orderId);
    const payment = await store.lock(tx, found.id);
    if (payment === null) return true;
    const { disputeRef, amount } = remote;
    const recorded = await refunds.recordedDispute(tx, disputeRef);
    if ((recorded?.revision ?? null) !== revision) return false;
    const now = deps.clock.now();
    const fresh = await refunds.recordDispute(tx, payment.id, remote, now);
    const stages = newStages(recorded?.status ?? null, remote.status);
    for (const stage of stages)
      await disputeMoved(tx, deps, {
        disputeRef,
        stage,
        isLast: stage === stages.at(-1),
        amount,
        orderId: payment.orderId,
        now,
      });
    if (!fresh) return true;
    const detail = { paymentId: payment.id, amountCents: amount };
    await audit.record(tx, deps, { actorId: null, action: 'dispute_opened', object: disputeRef, detail });
    await alarms.raise(
      tx,
      deps.log,
      'dispute_opened',
      disputeRef,
      describe(payment.orderId, remote, await refunds.sumOf(tx, payment.id)),
    );
    return true;
  });
}

/** The stages since the last report. A dispute that is decided when first reported was also opened. */
function newStages(before: string | null, status: string): DisputeStage[] {
  const [from, to] = [before === null ? null : disputeStage(before), disputeStage(status)];
  if (to === null || to === from) return [];
  return from === null && to !== 'opened' ? ['opened', to] : [to];
}

function describe(
  orderId: string,
  { amount, reason, status, closed }: ProcessorDispute,
  refunded: Cents,
): string {
  const what = `${formatMoney(amount)} of order ${orderId} ${closed ? 'was' : 'is'} disputed (${reason.replaceAll('_', ' ')})`;
  const then = closed ? `it is decided already: ${status}` : 'respond at the payment processor';
  return refunded > 0
    ? `${what}: ${then}. ${formatMoney(refunded)} was refunded earlier; include it as evidence`
    : `${what}: ${then}`;
}
