/** SQL for the catalog. Only active products are visible to shoppers. */
import type { ProductDetails } from '#content/product-details.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { detailsOf, optionalCents, type Product } from './rules.ts';

const catalog = (db: Database | Tx) =>
  db
    .selectFrom('product')
    .select((eb) => [
      'id',
      'name',
      'product_group',
      'kind',
      'price_cents',
      'subscription_price_cents',
      'subscription_period',
      'image',
      sql<string[] | null>`details->'parts'`.as('includes'),
      jsonArrayFrom(
        eb
          .selectFrom('product_benefit')
          .select('text')
          .whereRef('product_id', '=', 'product.id')
          .orderBy('position'),
      ).as('benefits'),
    ])
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof catalog>['execute']>>[number];

const toProduct = (row: Row): Product => ({
  id: row.id,
  name: row.name,
  group: row.product_group,
  kind: row.kind,
  price: optionalCents(row.price_cents),
  subscriptionPrice: optionalCents(row.subscription_price_cents),
  subscriptionPeriod: row.subscription_period,
  image: row.image,
  benefits: row.benefits.map(({ text }) => text),
  includes: row.includes ?? [],
});

/**
 * Changes with every committed change of the tables. `xmin` is the transaction that wrote a row and `ctid`
 * its location, so every row change alters them.
 */
const version = sql<string>`(
  select coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0)::text || ' ' ||
    (select coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0)::text from product_benefit) from product)`;

/** Costs a quarter of reading the catalog. Equal versions mean equal catalogs. */
export async function findVersion(db: Database): Promise<string> {
  // The parameter makes the driver prepare the statement.
  const { rows } = await sql<{
    version: string;
  }>`select ${version} as version where ${true}::boolean`.execute(db);
  return rows[0]?.version ?? '';
}

export type Catalog = { version: string; products: Product[] };

/** Everything on sale in catalog order, with the catalog version of the same snapshot. */
export async function readCatalog(db: Database): Promise<Catalog> {
  const row = await db
    .selectNoFrom((eb) => [
      version.as('version'),
      jsonArrayFrom(eb.selectFrom(catalog(db).as('item')).selectAll()).as('products'),
    ])
    .executeTakeFirstOrThrow();
  return { version: row.version, products: row.products.map(toProduct) };
}

/** The active products among `ids`, in the order of `ids`; unknown IDs are skipped. */
export async function findActive(db: Database | Tx, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const found = new Map(
    (await catalog(db).where('id', 'in', ids).execute()).map((row) => [row.id, toProduct(row)]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The page content beyond the product card; null if there is none. */
export async function findDetails(db: Database | Tx, id: string): Promise<ProductDetails | null> {
  const row = await db.selectFrom('product').select('details').where('id', '=', id).executeTakeFirst();
  return detailsOf(row?.details);
}

const ofPostAtMost = 3;

/** Active products whose page lists the post, ordered by its position there. */
export async function findOfPost(
  db: Database | Tx,
  slug: string,
): Promise<{ product: Product; details: ProductDetails | null }[]> {
  const place = sql<number>`(select min(at) from jsonb_array_elements_text(details->'posts') with ordinality as named(post, at) where post = ${slug})`;
  const rows = await catalog(db)
    .clearOrderBy()
    .select('details')
    .where(sql<boolean>`details->'posts' ? ${slug}`)
    .orderBy(place)
    .orderBy('position')
    .limit(ofPostAtMost)
    .execute();
  return rows.map((row) => ({ product: toProduct(row), details: detailsOf(row.details) }));
}
