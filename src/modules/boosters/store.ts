/** SQL for boosters. Shoppers only see active ones. */
import { cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Booster } from './rules.ts';

const onSale = (db: Database | Tx) =>
  db
    .selectFrom('booster')
    .select(['id', 'title', 'price_cents', 'credit_limit_increase_cents', 'description', 'bg_color'])
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof onSale>['execute']>>[number];

const toBooster = (row: Row): Booster => ({
  id: row.id,
  title: row.title,
  price: cents(row.price_cents),
  creditLimitIncrease: cents(row.credit_limit_increase_cents),
  description: row.description,
  bgColor: row.bg_color,
});

export const list = async (db: Database): Promise<Booster[]> => (await onSale(db).execute()).map(toBooster);

/** Returns boosters in display order, independent of the order of the ids; unknown ids are omitted. */
export const findActive = async (db: Database | Tx, ids: string[]): Promise<Booster[]> =>
  (await onSale(db).where('id', 'in', ids).execute()).map(toBooster);

/** The person's booster order that waits for payment. There is at most one. */
export const findWaiting = async (tx: Tx, userId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('shop_order')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'booster')
      .where('status', '=', 'awaiting_payment')
      .executeTakeFirst()
  )?.id ?? null;
