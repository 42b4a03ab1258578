/** Products in the console. Reads across modules: units sold and subscribers. */
import type * as contract from '#contract/admin/catalog.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { optionalCents } from '#modules/catalog/rules.ts';
import * as acts from '#modules/catalog/staff.ts';
import * as store from '#modules/catalog/staff-store.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { sql } from 'kysely';
import { changedOf, isInView, singlePage } from './whole-list.ts';

type View = Received<typeof contract.staffListProducts>['query']['view'];
type Row = Handled<typeof contract.staffListProducts>['rows'][number];
type Wire = Handled<typeof contract.staffReadProduct>;
type Counts = { sold: number; subscribers: number };

/** Adds the fields that only the product file needs. */
export async function listForFile(
  { db }: Pick<Deps, 'db'>,
  view: View,
): Promise<(Row & Pick<Wire, 'benefits'>)[]> {
  const [products, counts] = await Promise.all([store.list(db), readCounts(db)]);
  return products
    .filter(isInView(view))
    .map((product) => ({ ...toRow(product, counts), benefits: product.benefits }));
}

export async function listProducts(
  { db }: Pick<Deps, 'db'>,
  view: View,
): Promise<Handled<typeof contract.staffListProducts>> {
  return singlePage(await listForFile({ db }, view));
}

/** Throws `product_not_found`. */
export async function readProduct({ db }: Pick<Deps, 'db'>, id: string): Promise<Wire> {
  const [product, prices, counts] = await Promise.all([
    store.find(db, id),
    store.pricesOf(db, id),
    readCounts(db, id),
  ]);
  if (product === null) throw new DomainError('product_not_found');
  return {
    ...toRow(product, counts),
    benefits: product.benefits,
    details: product.details,
    createdAt: product.createdAt.toISOString(),
    changed: changedOf(product),
    prices: prices.map(({ price, subscriptionPrice, since, by }) => ({
      price: optionalCents(price),
      subscriptionPrice: optionalCents(subscriptionPrice),
      since: since.toISOString(),
      by,
    })),
  };
}

type Draft = Received<typeof contract.staffCreateProduct>['body'];
type Edit = Received<typeof contract.staffEditProduct>['body'];

/** The editable fields. Id, type, and the edited version are sent separately. */
export const fieldsOf = <F extends { published: boolean }>({ published, ...fields }: F) => ({
  ...fields,
  isPublished: published,
});

export async function createProduct(deps: Deps, caller: Person, body: Draft): Promise<Wire> {
  const { type: kind, ...draft } = body;
  await acts.createProduct(deps, caller, { kind, ...fieldsOf(draft) });
  return readProduct(deps, body.id);
}

export async function editProduct(deps: Deps, caller: Person, id: string, body: Edit): Promise<Wire> {
  const { type: kind, ...edit } = body;
  await acts.editProduct(deps, caller, { id, kind, ...fieldsOf(edit) });
  return readProduct(deps, id);
}

export async function orderProducts(
  deps: Deps,
  caller: Person,
  { was, becomes }: Received<typeof contract.staffOrderProducts>['body'],
): Promise<{ ids: string[] }> {
  await acts.orderProducts(deps, caller, was, becomes);
  return { ids: becomes };
}

const toRow = (product: store.EditedProduct, counts: Map<string, Counts>): Row => ({
  id: product.id,
  version: product.version,
  name: product.name,
  group: product.group,
  type: product.kind,
  price: product.price,
  subscriptionPrice: product.subscriptionPrice,
  subscriptionPeriod: product.subscriptionPeriod,
  image: product.image,
  published: product.isPublished,
  ...(counts.get(product.id) ?? { sold: 0, subscribers: 0 }),
});

/** Returns counts by product, for one product or all. */
async function readCounts(db: Database, id: string | null = null): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { id: string }>`
    select product.id,
      (select count(*)::int from order_item join shop_order on shop_order.id = order_id
        where product_id = product.id and accepted_at is not null) as sold,
      (select count(*)::int from subscription
        where product_id = product.id and status in ('starting', 'active', 'past_due')) as subscribers
    from product where product.id = ${id} or ${id}::text is null`.execute(db);
  return new Map(rows.map(({ id: productId, sold, subscribers }) => [productId, { sold, subscribers }]));
}
