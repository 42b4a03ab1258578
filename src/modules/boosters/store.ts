/** SQL for boosters. Only active ones exist as far as a shopper is concerned. */
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

/** In their own order, whatever that of the ids is; unknown ones are left out. */
export const findActive = async (db: Database | Tx, ids: string[]): Promise<Booster[]> =>
  (await onSale(db).where('id', 'in', ids).execute()).map(toBooster);

/** The booster order of a person that waits for its payment. There is one at most. */
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
