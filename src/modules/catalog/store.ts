/** SQL for the catalogue. Only active products exist as far as a shopper is concerned. */
import type { Database, Tx } from '#platform/database.ts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { optionalCents, type Product } from './rules.ts';

const shelf = (db: Database | Tx) => db.selectFrom('product').select((eb) => [
  'id', 'name', 'kind', 'price_cents', 'subscription_price_cents', 'subscription_period', 'image',
  jsonArrayFrom(eb.selectFrom('product_benefit').select('text').whereRef('product_id', '=', 'product.id').orderBy('position')).as('benefits'),
]).where('active', '=', true).orderBy('position').orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof shelf>['execute']>>[number];

const toProduct = (row: Row): Product => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  price: optionalCents(row.price_cents),
  subscriptionPrice: optionalCents(row.subscription_price_cents),
  subscriptionPeriod: row.subscription_period,
  image: row.image,
  benefits: row.benefits.map(({ text }) => text),
});

export const listActive = async (db: Database | Tx): Promise<Product[]> => (await shelf(db).execute()).map(toProduct);

/** The active products among `ids`, in the order of `ids`; unknown ids are left out. */
export async function findActive(db: Database | Tx, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const found = new Map((await shelf(db).where('id', 'in', ids).execute()).map((row) => [row.id, toProduct(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
