/** SQL for subscriptions of orders that were rebuilt from processor data. */
import { adoptedMark } from '#modules/orders/rebuilt-orders-store.ts';
import type { Database } from '#platform/database.ts';

export const startingOfRebuilt = async (db: Database): Promise<string[]> => {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('shop_order', 'shop_order.id', 'subscription.order_id')
    .select('subscription.id')
    .where('subscription.status', '=', 'starting')
    .where('shop_order.fingerprint', 'like', `${adoptedMark}%`)
    .orderBy('subscription.id')
    .execute();
  return rows.map(({ id }) => id);
};
