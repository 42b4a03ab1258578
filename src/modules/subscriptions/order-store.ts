/** SQL for the subscriptions of one order. */
import type { Tx } from '#platform/database.ts';
import { hasEnded } from './rules.ts';
import { lock, type Subscription } from './store.ts';

/** The order's subscriptions that have not ended, locked. The caller must lock the order first. */
export async function lockRunning(tx: Tx, orderId: string): Promise<Subscription[]> {
  const rows = await tx
    .selectFrom('subscription')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const locked: Subscription[] = [];
  for (const { id } of rows) {
    const subscription = await lock(tx, id);
    if (subscription !== null && !hasEnded(subscription.status)) locked.push(subscription);
  }
  return locked;
}
