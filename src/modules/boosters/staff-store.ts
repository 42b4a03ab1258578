/** SQL for boosters as staff edit them, including drafts. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
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
type Change = { at: Date; by: string };

const all = (db: Database | Tx) =>
  db
    .selectFrom('booster')
    .leftJoin('app_user', 'app_user.id', 'booster.changed_by')
    .select((eb) => [
      'booster.id',
      'booster.version',
      'title',
      'price_cents',
      'credit_limit_increase_cents',
      'description',
      'bg_color',
      'position',
      'active',
      'changed_at',
      'app_user.first_name as changed_by',
      eb
        .selectFrom('order_item')
        .innerJoin('shop_order', 'shop_order.id', 'order_id')
        .whereRef('booster_id', '=', 'booster.id')
        .where('accepted_at', 'is not', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('sold'),
    ])
    .orderBy('position')
    .orderBy('booster.id');

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toBooster = (row: Row): EditedBooster => ({
  id: row.id,
  version: row.version,
  title: row.title,
  price: cents(row.price_cents),
  creditLimitIncrease: cents(row.credit_limit_increase_cents),
  description: row.description,
  bgColor: row.bg_color,
  position: row.position,
  isPublished: row.active,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  sold: Number(row.sold),
});

export const list = async (db: Database): Promise<EditedBooster[]> =>
  (await all(db).execute()).map(toBooster);

export async function find(db: Database | Tx, id: string): Promise<EditedBooster | null> {
  const row = await all(db).where('booster.id', '=', id).executeTakeFirst();
  return row ? toBooster(row) : null;
}

export async function lock(tx: Tx, id: string): Promise<EditedBooster | null> {
  await tx.selectFrom('booster').select('id').where('id', '=', id).forUpdate().execute();
  return find(tx, id);
}

const columnsOf = ({
  title,
  price,
  creditLimitIncrease,
  description,
  bgColor,
  isPublished,
  position,
}: BoosterFields) => ({
  title,
  price_cents: price,
  credit_limit_increase_cents: creditLimitIncrease,
  description,
  bg_color: bgColor,
  active: isPublished,
  position,
});

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
    .values({ id, ...columnsOf(fields), created_at: at, changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export async function update(tx: Tx, id: string, fields: BoosterFields, { at, by }: Change): Promise<void> {
  await tx
    .updateTable('booster')
    .set({ ...columnsOf(fields), version: sql<number>`version + 1`, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .execute();
}
