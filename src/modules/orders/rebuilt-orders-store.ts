/**
 * SQL for orders that are attached or rebuilt later: guest orders whose account appears, and orders rebuilt
 * from processor data.
 */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { type OrderItem, toItem, withoutCoupon } from './item.ts';

/**
 * Attaches paid guest orders to the account whose owner has proven access to the mailbox of their address.
 * Skips orders that are locked right now; the next call attaches them.
 */
export async function attachPaid(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
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

/** Prefix of the fingerprint of a rebuilt order, which no request has created. */
export const adoptedMark = 'adopted ';

export const isAdopted = async (db: Database | Tx, orderId: string): Promise<boolean> => {
  const order = await db
    .selectFrom('shop_order')
    .select('fingerprint')
    .where('id', '=', orderId)
    .executeTakeFirst();
  return order?.fingerprint.startsWith(adoptedMark) ?? false;
};

const noBooster = { booster_id: null, credit_limit_increase_cents: null };
const noProduct = {
  product_id: null,
  kind: 'simple',
  subscription_price_cents: null,
  subscription_period: null,
} as const;

/**
 * The products sold under these IDs at these prices, with their current names, on sale or not. Unknown
 * products are skipped.
 */
export async function describeItems(
  db: Database | Tx,
  sold: { productId: string; amount: Cents }[],
): Promise<OrderItem[]> {
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
    const price = { total_cents: amount, ...withoutCoupon };
    const product = products.find(({ id }) => id === productId);
    if (product !== undefined) return toItem({ ...product, ...noBooster, ...price, product_id: productId });
    const booster = boosters.find(({ id }) => id === productId);
    return booster === undefined ? [] : toItem({ ...booster, ...noProduct, ...price, booster_id: productId });
  });
}
