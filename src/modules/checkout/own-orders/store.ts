/** SQL for what was recorded of orders after they were placed, for their history. Read only. */
import { cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import type { HistoryEvent } from './view-rules.ts';

/** By order. The completion is left out: the order itself knows it. */
export async function recordedEvents(db: Database, orderIds: string[]): Promise<Map<string, HistoryEvent[]>> {
  const found = new Map<string, HistoryEvent[]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .selectFrom('order_event')
    .leftJoin('credit_note', (join) => join.onRef('credit_note.refund_id', '=', 'subject').on('kind', '=', 'refunded'))
    .select(['order_id', 'kind', 'at', 'order_event.amount_cents', 'credit_note.id as note_id', 'credit_note.number', 'credit_note.status'])
    .where('order_id', 'in', orderIds)
    .where('kind', '<>', 'completed')
    .orderBy('at')
    .execute();
  for (const { order_id: orderId, kind: event, at, amount_cents: amount, note_id: id, number, status } of rows) {
    const creditNote = id === null || number === null || status === null ? null : { id, number, status };
    found.set(orderId, [
      ...(found.get(orderId) ?? []),
      { event: event as HistoryEvent['event'], at, amount: amount === null ? null : cents(amount), creditNote },
    ]);
  }
  return found;
}
