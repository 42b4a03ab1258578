/** Refunds and disputes as the processor tells them, read afresh like payments. The payment is locked; its order is left as it is. */
import { freshId } from '#kernel/ids.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import type { Deps } from '#platform/deps.ts';
import type { ProcessorDispute } from '#ports/payment-gateway.ts';
import * as alarms from './alarms.ts';
import * as refunds from './refund-store.ts';
import * as store from './store.ts';

/** Safe to repeat. A refund of a payment that is not ours changes nothing. */
export async function applyRefund({ db, gateway, log }: Deps, refundRef: string): Promise<void> {
  const truth = await gateway.readRefund(refundRef);
  if (truth === null || truth.intentRef === null) return;
  const { intentRef } = truth;
  await db.transaction().execute(async (tx) => {
    const payment = await store.lockByIntent(tx, intentRef);
    if (payment === null) return;
    const known = await refunds.lockKnown(tx, truth);
    if (known) await refunds.advance(tx, known.id, truth);
    else await refunds.insertFromProcessor(tx, freshId('ref'), payment.id, truth);
    if (truth.state === 'failed') {
      await alarms.raise(tx, log, 'refund_failed', refundRef, `A refund of order ${payment.orderId} failed: the money is still with us`);
    }
  });
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
const recordTruth = ({ db, log }: Deps, intentRef: string, truth: ProcessorDispute, revision: string | null): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const payment = await store.lockByIntent(tx, intentRef);
    if (payment === null) return true;
    if ((await refunds.revisionOf(tx, truth.disputeRef)) !== revision) return false;
    const fresh = await refunds.recordDispute(tx, payment.id, truth);
    if (fresh)
      await alarms.raise(
        tx,
        log,
        'dispute_opened',
        truth.disputeRef,
        describe(payment.orderId, truth, await refunds.sumOf(tx, payment.id)),
      );
    return true;
  });

function describe(orderId: string, { amount, reason, status, closed }: ProcessorDispute, refunded: Cents): string {
  const what = `${formatMoney(amount)} of order ${orderId} ${closed ? 'were' : 'are'} disputed (${reason.replaceAll('_', ' ')})`;
  const then = closed ? `it is decided already: ${status}` : 'answer it at the processor';
  return refunded > 0 ? `${what}: ${then}. ${formatMoney(refunded)} were refunded before, which is evidence` : `${what}: ${then}`;
}
