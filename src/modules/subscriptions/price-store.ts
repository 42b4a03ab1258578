/** SQL for new prices for existing subscribers. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';

export async function insert(
  tx: Tx,
  change: {
    id: string;
    productId: string;
    amount: Cents;
    startsOn: string | null;
    by: string | null;
    now: Date;
  },
): Promise<void> {
  const { id, productId, amount, startsOn, by, now } = change;
  await tx
    .insertInto('price_change')
    .values({
      id,
      product_id: productId,
      price_cents: amount,
      starts_on: startsOn,
      made_by: by,
      made_at: now,
    })
    .execute();
}

/**
 * The newest change that was decided after the purchase and applies to this renewal. Earlier changes are
 * included in the price that the buyer agreed to. Days are UTC.
 */
export async function latestFor(
  db: Database,
  productId: string,
  { boughtAt, renewal }: { boughtAt: Date; renewal: Date },
): Promise<{ id: string; amount: Cents } | null> {
  const row = await db
    .selectFrom('price_change')
    .select(['id', 'price_cents'])
    .where('product_id', '=', productId)
    .where('made_at', '>', boughtAt)
    .where((eb) =>
      eb.or([eb('starts_on', 'is', null), eb('starts_on', '<=', renewal.toISOString().slice(0, 10))]),
    )
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, amount: cents(row.price_cents) } : null;
}

/** When the newest change was decided, for any renewal. */
export async function newestFor(db: Database, productId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('price_change')
    .select(({ fn }) => fn.max('made_at').as('newest'))
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.newest ?? null;
}

const others = (db: Database, productId: string, amount: Cents) =>
  db
    .selectFrom('subscription')
    .where('product_id', '=', productId)
    .where('status', 'in', ['starting', 'active', 'past_due'])
    .where('renews', '=', true)
    .where('price_cents', '<>', amount);

/** How many subscriptions renew at another price. */
export async function countOthers(db: Database, productId: string, amount: Cents): Promise<number> {
  const row = await others(db, productId, amount)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The end of the paid period of each subscription that renews at another price, soonest first. */
export async function renewalsOfOthers(
  db: Database,
  productId: string,
  amount: Cents,
): Promise<{ paidUntil: Date; period: 'month' | 'year' }[]> {
  const rows = await others(db, productId, amount)
    .where('cancel_at_period_end', '=', false)
    .select(['paid_until', 'period'])
    .orderBy('paid_until')
    .execute();
  return rows.map((row) => ({ paidUntil: row.paid_until, period: row.period }));
}

export type PriceChange = {
  id: string;
  amount: Cents;
  startsOn: string | null;
  madeAt: Date;
  by: string | null;
  told: number;
};

/** Newest first, with the number of subscriptions whose owner was notified. */
export async function list(db: Database, productId: string): Promise<PriceChange[]> {
  const rows = await db
    .selectFrom('price_change')
    .leftJoin('app_user', 'app_user.id', 'made_by')
    .select((eb) => [
      'price_change.id',
      'price_cents',
      'starts_on',
      'made_at',
      'first_name',
      eb
        .selectFrom('subscription')
        .whereRef('price_change_id', '=', 'price_change.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('told'),
    ])
    .where('price_change.product_id', '=', productId)
    .orderBy('made_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amount: cents(row.price_cents),
    startsOn: row.starts_on,
    madeAt: row.made_at,
    by: row.first_name,
    told: Number(row.told),
  }));
}
