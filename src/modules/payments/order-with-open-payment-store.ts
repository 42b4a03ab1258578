/** SQL for a buyer's return: the order and its open payment, in one query. */
import { type Order, selectOrders, toOrder } from '#modules/orders/store.ts';
import type { Database } from '#platform/database.ts';
import { openStatuses } from './rules.ts';

/**
 * An order, and the processor's reference of its open payment; null when none is open, or none was opened
 * there yet.
 */
export async function findOrderWithOpen(
  db: Database,
  orderId: string,
): Promise<{ order: Order; openIntentRef: string | null } | null> {
  const row = await selectOrders(db)
    .select((eb) =>
      eb
        .selectFrom('payment')
        .select('intent_ref')
        .whereRef('payment.order_id', '=', 'shop_order.id')
        .where('payment.status', 'in', openStatuses)
        .limit(1)
        .as('open_intent_ref'),
    )
    .where('shop_order.id', '=', orderId)
    .executeTakeFirst();
  return row ? { order: toOrder(row), openIntentRef: row.open_intent_ref } : null;
}
