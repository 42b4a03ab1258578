/** SQL for boosters as staff edit them, including drafts. */
import { DomainError } from '#kernel/errors.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Change, editable } from '#platform/editable.ts';
import type { Booster } from './rules.ts';

export type EditedBooster = Booster & {
  version: number;
  isPublished: boolean;
  position: number;
  changedAt: Date | null;
  changedBy: string | null;
  /** The number of paid purchases. */
  sold: number;
};
export type BoosterFields = Omit<Booster, 'id'> & { isPublished: boolean; position: number };

const boosters = editable('booster', {
  title: 'title',
  price: 'price_cents',
  creditLimitIncrease: 'credit_limit_increase_cents',
  description: 'description',
  bgColor: 'bg_color',
  position: 'position',
  isPublished: 'active',
});

const all = (db: Database | Tx) =>
  boosters
    .rows(db)
    .select((eb) =>
      eb
        .selectFrom('order_item')
        .innerJoin('shop_order', 'shop_order.id', 'order_id')
        .whereRef('booster_id', '=', 'booster.id')
        .where('accepted_at', 'is not', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('sold'),
    )
    .orderBy('booster.position')
    .orderBy('booster.id');

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toBooster = (row: Row): EditedBooster => ({
  ...row,
  price: cents(row.price),
  creditLimitIncrease: cents(row.creditLimitIncrease),
  sold: Number(row.sold),
});

export const list = async (db: Database): Promise<EditedBooster[]> =>
  (await all(db).execute()).map(toBooster);

export async function find(db: Database | Tx, id: string): Promise<EditedBooster | null> {
  const row = await all(db).where('booster.id', '=', id).executeTakeFirst();
  return row ? toBooster(row) : null;
}

/** Throws `booster_not_found` and `changed_meanwhile`. */
export const lock = boosters.locking(find, () => new DomainError('booster_not_found'));

export type PastPrice = { price: Cents; since: Date; by: string | null };

/** Newest first. */
export async function pricesOf(db: Database, id: string): Promise<PastPrice[]> {
  const rows = await db
    .selectFrom('booster_price')
    .leftJoin('app_user', 'app_user.id', 'changed_by')
    .select(['price_cents', 'since', 'first_name'])
    .where('booster_id', '=', id)
    .orderBy('booster_price.id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({ price: cents(row.price_cents), since: row.since, by: row.first_name }));
}

/** Returns false if the id is taken. */
export async function insert(
  tx: Tx,
  id: string,
  fields: BoosterFields,
  { at, by }: Change,
): Promise<boolean> {
  const added = await tx
    .insertInto('booster')
    .values({ id, ...boosters.columnsOf(fields), created_at: at, changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export const { update } = boosters;
