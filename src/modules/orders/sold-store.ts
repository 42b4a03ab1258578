/** SQL for items of an order that has to be written anew from what the processor knows. Read only. */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type OrderItem, toItem } from './store.ts';

/** What was sold under these ids at these prices, with today's names; a product that was taken off sale counts too. */
export async function describeItems(db: Database | Tx, sold: { productId: string; amount: Cents }[]): Promise<OrderItem[]> {
  if (sold.length === 0) return [];
  const ids = sold.map(({ productId }) => productId);
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name', 'kind', 'subscription_price_cents', 'subscription_period'])
    .where('id', 'in', ids)
    .execute();
  return sold.flatMap(({ productId, amount }) =>
    rows
      .filter(({ id }) => id === productId)
      .map((row) => toItem({ ...row, product_id: row.id, total_cents: amount, renewal_discount_cents: 0 })),
  );
}
