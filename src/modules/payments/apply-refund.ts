/** Refunds and disputes as the processor tells them, read afresh like payments. Order, payment and invoice are locked and stay as they are. */
import { freshId } from '#kernel/ids.ts';
import { type Cents, cents, formatMoney } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { type DisputeStage, disputeMoved, type RefundMoved, refundMoved } from '#platform/settlement.ts';
import type { ProcessorDispute, ProcessorRefund } from '#ports/payment-gateway.ts';
import * as alarms from './alarms.ts';
import { syncFirst } from './apply-intent.ts';
import * as refunds from './refund-store.ts';
import { disputeStage, hasMoney } from './rules.ts';
import * as store from './store.ts';

/** Safe to repeat. A refund of a payment that is not ours changes nothing. */
export async function applyRefund(deps: Deps, refundRef: string): Promise<void> {
  const truth = await deps.gateway.readRefund(refundRef);
  if (truth === null || truth.intentRef === null) return;
  await syncFirst(deps, truth.intentRef);
  await recordRefund(deps, truth, truth.intentRef);
}

/** Writes down what the processor says of a refund of this payment, and tells whoever acts on it. Safe to repeat and to run in parallel. */
export async function recordRefund(deps: Deps, truth: ProcessorRefund, intentRef: string): Promise<void> {
  const found = await store.findByIntent(deps.db, intentRef);
  if (found === null) return;
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, found.orderId);
    const locked = await store.lockWithInvoice(tx, found.id);
    if (locked === null || !hasMoney(locked.payment.status)) throw new Error(`payment ${found.id} is refunded and does not count as paid`);
    const { payment } = locked;
    const known = await refunds.lockKnown(tx, truth);
    const refundId = known?.id ?? (await recordForeign(tx, deps, payment.id, truth));
    const stage = known ? await refunds.advance(tx, known, truth) : truth.state;
    // What came in above what was owed was never billed.
    if (stage !== 'creating' && stage !== known?.state && known?.reason !== 'duplicate') {
      const [amount, askedAt] = known ? [cents(known.amount_cents), known.created_at] : [truth.amount, deps.clock.now()];
      await tellMove(tx, deps, payment, { refundId, stage, amount, askedAt });
    }
    if (truth.state === 'failed') {
      const again = `To try again: npm run admin -- refund ${payment.id}`;
      await alarms.raise(
        tx,
        deps.log,
        'refund_failed',
        truth.refundRef,
        `A refund of order ${payment.orderId} failed: the money is still with us. ${again}`,
      );
    }
  });
}

type Move = Pick<RefundMoved, 'refundId' | 'stage' | 'amount' | 'askedAt'>;

/** What goes back of money that the order never needed is no news for its customer: it was not billed. */
async function tellMove(tx: Tx, deps: Deps, { status, invoiceId, orderId }: store.Payment, move: Move): Promise<void> {
  if (status === 'succeeded') await refundMoved(tx, deps, { ...move, invoiceId, orderId, now: deps.clock.now() });
}

/** One that our staff made at the processor: we learn of it afterwards, and it moved our money all the same. Answers our id for it. */
async function recordForeign(tx: Tx, deps: Deps, paymentId: string, truth: ProcessorRefund): Promise<string> {
  const refundId = freshId('ref');
  await refunds.insertFromProcessor(tx, refundId, paymentId, truth, deps.clock.now());
  const detail = { paymentId, refundRef: truth.refundRef, amountCents: truth.amount };
  await audit.record(tx, deps, { actorId: null, action: 'refund_at_processor', object: refundId, detail });
  return refundId;
}

/** How often a dispute is read again because somebody else recorded it meanwhile. Past that the job is repeated as a whole. */
const triesAtMost = 10;

/** Safe to repeat and to run in parallel. A dispute is a fact beside the order: a paid order stays paid, a refunded one stays refunded. */
export async function applyDispute(deps: Deps, disputeRef: string): Promise<void> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const recorded = await refunds.recordedDispute(deps.db, disputeRef);
    const truth = await deps.gateway.readDispute(disputeRef);
    if (truth === null || truth.intentRef === null) return;
    if (tries === 0) await syncFirst(deps, truth.intentRef);
    if (await recordTruth(deps, truth.intentRef, truth, recorded?.revision ?? null)) return;
  }
  throw new Error(`dispute ${disputeRef} keeps changing`);
}

/**
 * A dispute's states have no order (a lost one may be appealed and won), so an answer counts only if nobody recorded another while it
 * was on its way. False: somebody did, and it must be read again.
 */
async function recordTruth(deps: Deps, intentRef: string, truth: ProcessorDispute, revision: string | null): Promise<boolean> {
  const found = await store.findByIntent(deps.db, intentRef);
  if (found === null) return true;
  return deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, found.orderId);
    const payment = await store.lock(tx, found.id);
    if (payment === null) return true;
    const { disputeRef, amount } = truth;
    const recorded = await refunds.recordedDispute(tx, disputeRef);
    if ((recorded?.revision ?? null) !== revision) return false;
    const now = deps.clock.now();
    const fresh = await refunds.recordDispute(tx, payment.id, truth, now);
    const stages = newStages(recorded?.status ?? null, truth.status);
    for (const stage of stages)
      await disputeMoved(tx, deps, { disputeRef, stage, isLast: stage === stages.at(-1), amount, orderId: payment.orderId, now });
    if (!fresh) return true;
    const detail = { paymentId: payment.id, amountCents: amount };
    await audit.record(tx, deps, { actorId: null, action: 'dispute_opened', object: disputeRef, detail });
    await alarms.raise(tx, deps.log, 'dispute_opened', disputeRef, describe(payment.orderId, truth, await refunds.sumOf(tx, payment.id)));
    return true;
  });
}

/** What has happened since: one that is decided when we first hear of it was opened as well. */
function newStages(before: string | null, status: string): DisputeStage[] {
  const [from, to] = [before === null ? null : disputeStage(before), disputeStage(status)];
  if (to === null || to === from) return [];
  return from === null && to !== 'opened' ? ['opened', to] : [to];
}

function describe(orderId: string, { amount, reason, status, closed }: ProcessorDispute, refunded: Cents): string {
  const what = `${formatMoney(amount)} of order ${orderId} ${closed ? 'were' : 'are'} disputed (${reason.replaceAll('_', ' ')})`;
  const then = closed ? `it is decided already: ${status}` : 'answer it at the processor';
  return refunded > 0 ? `${what}: ${then}. ${formatMoney(refunded)} were refunded before, which is evidence` : `${what}: ${then}`;
}
