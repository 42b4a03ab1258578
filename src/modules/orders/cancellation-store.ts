/** SQL for sales canceled by staff. Each order has at most one row, which never changes. */
import type { Database, Tx } from '#platform/database.ts';

export type Cancellation = {
  orderId: string;
  reason: string;
  /** Null: from the command line. */
  canceledBy: string | null;
  requestKey: string;
  /** Whether the customer is notified by email. */
  isAnnounced: boolean;
  at: Date;
};

/** Lock the order first. */
export async function insert(tx: Tx, row: Cancellation): Promise<void> {
  await tx
    .insertInto('order_cancellation')
    .values({
      order_id: row.orderId,
      reason: row.reason,
      canceled_by: row.canceledBy,
      request_key: row.requestKey,
      is_announced: row.isAnnounced,
      at: row.at,
    })
    .execute();
}

export async function find(db: Database | Tx, orderId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom('order_cancellation')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const {
    order_id,
    reason,
    canceled_by: canceledBy,
    request_key: requestKey,
    is_announced: isAnnounced,
    at,
  } = row;
  return { orderId: order_id, reason, canceledBy, requestKey, isAnnounced, at };
}
