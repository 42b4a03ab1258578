/** Refunds and disputes as the processor tells them, read afresh like payments. The payment is locked; its order is left as it is. */
import { freshId } from '#kernel/ids.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { ProcessorDispute, ProcessorRefund } from '#ports/payment-gateway.ts';
import * as alarms from './alarms.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

/** Safe to repeat. A refund of a payment that is not ours changes nothing. */
export async function applyRefund(deps: Deps, refundRef: string): Promise<void> {
  const { db, gateway, log } = deps;
  const truth = await gateway.readRefund(refundRef);
  if (truth === null || truth.intentRef === null) return;
  const { intentRef } = truth;
  await db.transaction().execute(async (tx) => {
    const payment = await store.lockByIntent(tx, intentRef);
    if (payment === null) return;
    const known = await refunds.lockKnown(tx, truth);
    if (known) await refunds.advance(tx, known.id, truth);
    else await recordForeign(tx, deps, payment.id, truth);
    if (truth.state === 'failed') {
      const again = `To try again: npm run admin -- refund ${payment.id}`;
      await alarms.raise(
        tx,
        log,
        'refund_failed',
        refundRef,
        `A refund of order ${payment.orderId} failed: the money is still with us. ${again}`,
      );
    }
  });
}

/** One that our staff made at the processor: we learn of it afterwards, and it moved our money all the same. */
async function recordForeign(tx: Tx, deps: Deps, paymentId: string, truth: ProcessorRefund): Promise<void> {
  const refundId = freshId('ref');
  await refunds.insertFromProcessor(tx, refundId, paymentId, truth);
  const detail = { paymentId, refundRef: truth.refundRef, amountCents: truth.amount };
  await audit.record(tx, deps, { actorId: null, action: 'refund_at_processor', object: refundId, detail });
}

/** How often a dispute is read again because somebody else recorded it meanwhile. Past that the job is repeated as a whole. */
const triesAtMost = 10;

/** Safe to repeat and to run in parallel. A dispute is a fact beside the order: a paid order stays paid, a refunded one stays refunded. */
export async function applyDispute(deps: Deps, disputeRef: string): Promise<void> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const revision = await refunds.revisionOf(deps.db, disputeRef);
    const truth = await deps.gateway.readDispute(disputeRef);
    if (truth === null || truth.intentRef === null) return;
    if (await recordTruth(deps, truth.intentRef, truth, revision)) return;
  }
  throw new Error(`dispute ${disputeRef} keeps changing`);
}

/**
 * A dispute's states have no order (a lost one may be appealed and won), so an answer counts only if nobody recorded another while it
 * was on its way. False: somebody did, and it must be read again.
 */
const recordTruth = (deps: Deps, intentRef: string, truth: ProcessorDispute, revision: string | null): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const payment = await store.lockByIntent(tx, intentRef);
    if (payment === null) return true;
    if ((await refunds.revisionOf(tx, truth.disputeRef)) !== revision) return false;
    const fresh = await refunds.recordDispute(tx, payment.id, truth);
    if (!fresh) return true;
    const { disputeRef, amount } = truth;
    const detail = { paymentId: payment.id, amountCents: amount };
    await audit.record(tx, deps, { actorId: null, action: 'dispute_opened', object: disputeRef, detail });
    await alarms.raise(tx, deps.log, 'dispute_opened', disputeRef, describe(payment.orderId, truth, await refunds.sumOf(tx, payment.id)));
    return true;
  });

function describe(orderId: string, { amount, reason, status, closed }: ProcessorDispute, refunded: Cents): string {
  const what = `${formatMoney(amount)} of order ${orderId} ${closed ? 'were' : 'are'} disputed (${reason.replaceAll('_', ' ')})`;
  const then = closed ? `it is decided already: ${status}` : 'answer it at the processor';
  return refunded > 0 ? `${what}: ${then}. ${formatMoney(refunded)} were refunded before, which is evidence` : `${what}: ${then}`;
}
