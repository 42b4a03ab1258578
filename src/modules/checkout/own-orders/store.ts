/** SQL for the events recorded after an order was placed, for its history. Read only. */
import { cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import type { HistoryEvent } from './view-rules.ts';

/** Grouped by order. Completion is excluded, because the order row has it. */
export async function recordedEvents(db: Database, orderIds: string[]): Promise<Map<string, HistoryEvent[]>> {
  const found = new Map<string, HistoryEvent[]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .selectFrom('order_event')
    .leftJoin('credit_note', (join) =>
      join.onRef('credit_note.refund_id', '=', 'subject').on('kind', '=', 'refunded'),
    )
    .select([
      'order_id',
      'kind',
      'at',
      'order_event.amount_cents',
      'credit_note.id as note_id',
      'credit_note.number',
      'credit_note.status',
    ])
    .where('order_id', 'in', orderIds)
    .where('kind', '<>', 'completed')
    .orderBy('at')
    .execute();
  for (const {
    order_id: orderId,
    kind: event,
    at,
    amount_cents: amount,
    note_id: id,
    number,
    status,
  } of rows) {
    const creditNote = id === null || number === null || status === null ? null : { id, number, status };
    found.set(orderId, [
      ...(found.get(orderId) ?? []),
      {
        event: event as HistoryEvent['event'],
        at,
        amount: amount === null ? null : cents(amount),
        creditNote,
      },
    ]);
  }
  return found;
}
