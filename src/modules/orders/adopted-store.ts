/** SQL for orders that come from elsewhere: those of guests whose account appears, and those that are rebuilt from what the processor knows. */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { type OrderItem, toItem } from './store.ts';

/**
 * Paid orders of guests become the property of the account whose owner is known to read the mails of their address. Orders that
 * somebody works on at this moment are left for the next time.
 */
export async function attachPaid(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<string[]> {
  const attached = await tx
    .updateTable('shop_order')
    .set({ user_id: userId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('shop_order')
        .select('id')
        .where('user_id', 'is', null)
        .where(sql`lower(email)`, '=', email)
        .where('status', 'in', ['in_progress', 'completed'])
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return attached.map((row) => row.id);
}

/** How the fingerprint of a rebuilt order begins: no request has made it. */
export const adoptedMark = 'adopted ';

export const isAdopted = async (db: Database | Tx, orderId: string): Promise<boolean> => {
  const order = await db.selectFrom('shop_order').select('fingerprint').where('id', '=', orderId).executeTakeFirst();
  return order?.fingerprint.startsWith(adoptedMark) ?? false;
};

const noBooster = { booster_id: null, credit_limit_increase_cents: null };
const noProduct = { product_id: null, kind: 'simple', subscription_price_cents: null, subscription_period: null } as const;

/** What was sold under these ids at these prices, with today's names; what was taken off sale counts too. What nobody knows is left out. */
export async function describeItems(db: Database | Tx, sold: { productId: string; amount: Cents }[]): Promise<OrderItem[]> {
  if (sold.length === 0) return [];
  const ids = sold.map(({ productId }) => productId);
  const products = await db
    .selectFrom('product')
    .select(['id', 'name', 'kind', 'subscription_price_cents', 'subscription_period'])
    .where('id', 'in', ids)
    .execute();
  const boosters = await db
    .selectFrom('booster')
    .select(['id', 'title as name', 'credit_limit_increase_cents'])
    .where('id', 'in', ids)
    .execute();
  return sold.flatMap(({ productId, amount }) => {
    const price = { total_cents: amount, renewal_discount_cents: 0 };
    const product = products.find(({ id }) => id === productId);
    if (product !== undefined) return toItem({ ...product, ...noBooster, ...price, product_id: productId });
    const booster = boosters.find(({ id }) => id === productId);
    return booster === undefined ? [] : toItem({ ...booster, ...noProduct, ...price, booster_id: productId });
  });
}
