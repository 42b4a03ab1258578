/**
 * Queues facts when the settlement moves money, as handlers for server/settlement.ts, in the same
 * transaction.
 */
import type {
  DisputeMoved,
  Handler,
  OrderPaid,
  RefundMoved,
  RenewalPaid,
} from '#modules/shared/settlement.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as connections from './connection-store.ts';
import { collect } from './facts-store.ts';

/** Costs one query for customers without a connection, who are the majority. */
async function queueOf(tx: Tx, { clock, jobs }: Deps, orderId: string): Promise<void> {
  const connection = await connections.findByOrder(tx, orderId);
  if (connection === null) return;
  const found = await collect(tx, { userId: connection.userId, orderId, now: clock.now() });
  if (found > 0)
    await jobs.enqueue(
      tx,
      'report-to-bureau',
      { connectionId: connection.id },
      { singletonKey: connection.id },
    );
}

export const reportSale: Handler<OrderPaid> = (tx, deps, { orderId }) => queueOf(tx, deps, orderId);
export const reportRenewal: Handler<RenewalPaid> = (tx, deps, { orderId }) => queueOf(tx, deps, orderId);
export const reportRefund: Handler<RefundMoved> = async (tx, deps, { orderId, stage }) => {
  if (stage === 'succeeded' || stage === 'failed') await queueOf(tx, deps, orderId);
};
export const reportDispute: Handler<DisputeMoved> = async (tx, deps, { orderId, stage }) => {
  if (stage !== 'opened') await queueOf(tx, deps, orderId);
};
