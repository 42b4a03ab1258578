/** SQL for products as staff edit them, including drafts. */
import { DomainError } from '#kernel/errors.ts';
import { noDetails, type ProductDetails } from '#content/product-details.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Change, editable } from '#platform/editable.ts';
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

const products = editable('product', {
  name: 'name',
  group: 'product_group',
  kind: 'kind',
  price: 'price_cents',
  subscriptionPrice: 'subscription_price_cents',
  subscriptionPeriod: 'subscription_period',
  image: 'image',
  details: 'details',
  isPublished: 'active',
});

const all = (db: Database | Tx) =>
  products
    .rows(db)
    .select((eb) => [
      'product.created_at as createdAt',
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
  ...row,
  price: optionalCents(row.price),
  subscriptionPrice: optionalCents(row.subscriptionPrice),
  benefits: row.benefits.map(({ text }) => text),
  details: detailsOf(row.details) ?? noDetails,
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

/** Throws `product_not_found` and `changed_meanwhile`. */
export const lock = products.locking(find, () => new DomainError('product_not_found'));

const valuesOf = (fields: ProductFields) => ({ ...fields, details: JSON.stringify(fields.details) });

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
      ...products.columnsOf(valuesOf(fields)),
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

export async function update(tx: Tx, id: string, fields: ProductFields, change: Change): Promise<void> {
  await products.update(tx, id, valuesOf(fields), change);
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
