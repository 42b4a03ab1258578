/** SQL for new prices of what people have already. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';

export async function insert(
  tx: Tx,
  { id, productId, amount, now }: { id: string; productId: string; amount: Cents; now: Date },
): Promise<void> {
  await tx.insertInto('price_change').values({ id, product_id: productId, price_cents: amount, made_at: now }).execute();
}

/** The newest that was decided after somebody bought: what was decided before is in the price that they agreed to. */
export async function latestFor(db: Database, productId: string, boughtAt: Date): Promise<{ id: string; amount: Cents } | null> {
  const row = await db
    .selectFrom('price_change')
    .select(['id', 'price_cents'])
    .where('product_id', '=', productId)
    .where('made_at', '>', boughtAt)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, amount: cents(row.price_cents) } : null;
}

/** How many renew at another price, for whoever decides. */
export async function countOthers(db: Database, productId: string, amount: Cents): Promise<number> {
  const row = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('product_id', '=', productId)
    .where('status', 'in', ['starting', 'active', 'past_due'])
    .where('renews', '=', true)
    .where('price_cents', '<>', amount)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
