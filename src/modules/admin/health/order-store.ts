/** SQL that finds the order behind an id in an alarm. Read only. */
import { orderNumber } from '#modules/orders/rules.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

type Named = { id: string; number: string };

/**
 * Matches any id that belongs to an order: the order's, and those of its payments, refunds, disputes,
 * invoices, and subscriptions.
 */
export async function ordersOf(db: Database, ids: string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ ref: string; id: string; number: number }>`
    with named (ref, order_id) as (
      select id, id from shop_order where id = any (${ids})
      union select id, order_id from payment where id = any (${ids})
      union select intent_ref, order_id from payment where intent_ref = any (${ids})
      union select refund.id, order_id from refund join payment on payment.id = payment_id where refund.id = any (${ids})
      union select refund_ref, order_id from refund join payment on payment.id = payment_id where refund_ref = any (${ids})
      union select dispute_ref, order_id from dispute join payment on payment.id = payment_id where dispute_ref = any (${ids})
      union select id, order_id from invoice where id = any (${ids})
      union select id, order_id from subscription where id = any (${ids})
      union select subscription_ref, order_id from subscription where subscription_ref = any (${ids})
    )
    select ref, shop_order.id, shop_order.number from named join shop_order on shop_order.id = named.order_id`.execute(
    db,
  );
  return new Map(rows.map(({ ref, id, number }) => [ref, { id, number: orderNumber(number) }]));
}
