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

const noBooster = { booster_id: null, credit_limit_increase_cents: null };

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
      .map((row) => toItem({ ...row, ...noBooster, product_id: row.id, total_cents: amount, renewal_discount_cents: 0 })),
  );
}
