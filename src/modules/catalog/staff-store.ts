/** SQL for products as staff edit them, including drafts. */
import { noDetails, type ProductDetails } from '#kernel/product-details.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { detailsOf, optionalCents, type Product } from './rules.ts';

export type EditedProduct = Product & {
  details: ProductDetails;
  version: number;
  isPublished: boolean;
  createdAt: Date;
  changedAt: Date | null;
  changedBy: string | null;
};

/** The fields that staff may change. */
export type ProductFields = Omit<Product, 'id' | 'kind'> & { details: ProductDetails; isPublished: boolean };
export type Change = { at: Date; by: string };

const all = (db: Database | Tx) =>
  db
    .selectFrom('product')
    .leftJoin('app_user', 'app_user.id', 'product.changed_by')
    .select((eb) => [
      'product.id',
      'product.version',
      'name',
      'product_group',
      'kind',
      'price_cents',
      'subscription_price_cents',
      'subscription_period',
      'image',
      'active',
      'details',
      'product.created_at',
      'changed_at',
      'app_user.first_name as changed_by',
      jsonArrayFrom(
        eb
          .selectFrom('product_benefit')
          .select('text')
          .whereRef('product_id', '=', 'product.id')
          .orderBy('position'),
      ).as('benefits'),
    ])
    .orderBy('product.position')
    .orderBy('product.id');

type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

const toProduct = (row: Row): EditedProduct => ({
  id: row.id,
  version: row.version,
  name: row.name,
  group: row.product_group,
  kind: row.kind,
  price: optionalCents(row.price_cents),
  subscriptionPrice: optionalCents(row.subscription_price_cents),
  subscriptionPeriod: row.subscription_period,
  image: row.image,
  benefits: row.benefits.map(({ text }) => text),
  details: detailsOf(row.details) ?? noDetails,
  isPublished: row.active,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
});

export const list = async (db: Database): Promise<EditedProduct[]> =>
  (await all(db).execute()).map(toProduct);

/** Unordered. */
export const findByIds = async (db: Database | Tx, ids: string[]): Promise<EditedProduct[]> =>
  ids.length === 0 ? [] : (await all(db).where('product.id', 'in', ids).execute()).map(toProduct);

export async function find(db: Database | Tx, id: string): Promise<EditedProduct | null> {
  const row = await all(db).where('product.id', '=', id).executeTakeFirst();
  return row ? toProduct(row) : null;
}

/** Locks the product, so that only one editor changes it at a time. */
export async function lock(tx: Tx, id: string): Promise<EditedProduct | null> {
  await tx.selectFrom('product').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return find(tx, id);
}

const columnsOf = ({
  name,
  group,
  price,
  subscriptionPrice,
  subscriptionPeriod,
  image,
  details,
  isPublished,
}: ProductFields) => ({
  name,
  product_group: group,
  price_cents: price,
  subscription_price_cents: subscriptionPrice,
  subscription_period: subscriptionPeriod,
  image,
  details: JSON.stringify(details),
  active: isPublished,
});

/** Inserts at the end of the catalog. Returns false when the ID is taken. */
export async function insert(
  tx: Tx,
  { id, kind }: Pick<Product, 'id' | 'kind'>,
  fields: ProductFields,
  { at, by }: Change,
): Promise<boolean> {
  const added = await tx
    .insertInto('product')
    .values({
      id,
      kind,
      ...columnsOf(fields),
      position: sql<number>`(select coalesce(max(position), 0) + 10 from product)`,
      created_at: at,
      changed_at: at,
      changed_by: by,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return false;
  await writeBenefits(tx, id, fields.benefits);
  return true;
}

export async function update(tx: Tx, id: string, fields: ProductFields, { at, by }: Change): Promise<void> {
  await tx
    .updateTable('product')
    .set({ ...columnsOf(fields), version: sql<number>`version + 1`, changed_at: at, changed_by: by })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('product_benefit').where('product_id', '=', id).execute();
  await writeBenefits(tx, id, fields.benefits);
}

async function writeBenefits(tx: Tx, id: string, benefits: readonly string[]): Promise<void> {
  if (benefits.length === 0) return;
  await tx
    .insertInto('product_benefit')
    .values(benefits.map((text, position) => ({ product_id: id, position, text })))
    .execute();
}

/** Returns the IDs of all products in catalog order and locks the rows until the transaction ends. */
export async function lockOrder(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('product')
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Positions are ten apart, like the initial ones. */
export async function writeOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update product set position = place.number * 10
    from unnest(${ids}::text[]) with ordinality as place (id, number)
    where product.id = place.id and position <> place.number * 10`.execute(tx);
}

export type PastPrice = {
  price: number | null;
  subscriptionPrice: number | null;
  since: Date;
  by: string | null;
};

/** Newest first. */
export async function pricesOf(db: Database, id: string): Promise<PastPrice[]> {
  const rows = await db
    .selectFrom('product_price')
    .leftJoin('app_user', 'app_user.id', 'changed_by')
    .select(['price_cents', 'subscription_price_cents', 'since', 'first_name'])
    .where('product_id', '=', id)
    .orderBy('product_price.id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    price: row.price_cents,
    subscriptionPrice: row.subscription_price_cents,
    since: row.since,
    by: row.first_name,
  }));
}
