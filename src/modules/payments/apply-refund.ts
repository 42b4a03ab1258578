/** Refunds and disputes as the processor tells them, read afresh like payments. The payment is locked; its order is left as it is. */
import { freshId } from '#kernel/ids.ts';
import type { Deps } from '#platform/deps.ts';
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

/** Safe to repeat. A dispute is a fact beside the order: a paid order stays paid, a refunded one stays refunded. */
export async function applyDispute({ db, gateway, log }: Deps, disputeRef: string): Promise<void> {
  const truth = await gateway.readDispute(disputeRef);
  if (truth === null || truth.intentRef === null) return;
  const { intentRef } = truth;
  await db.transaction().execute(async (tx) => {
    const payment = await store.lockByIntent(tx, intentRef);
    if (payment === null) return;
    const fresh = await refunds.recordDispute(tx, payment.id, truth);
    if (fresh) await alarms.raise(tx, log, 'dispute_opened', disputeRef, `Order ${payment.orderId} is disputed (${truth.reason}): answer it at the processor`);
  });
}
