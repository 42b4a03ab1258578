/** Reads the catalog and converts products to their wire format. */
import type { Handled, Received } from '#contract/endpoint.ts';
import type * as contract from '#contract/catalog.ts';
import { noDetails } from '#content/product-details.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { shareReads } from '#platform/shared-read.ts';
import type { Product } from './rules.ts';
import * as store from './store.ts';

type WireProduct = Omit<ListedProduct, 'group' | 'includes'>;
type ListedProduct = Handled<typeof contract.listProducts>[number];
type ProductQuery = Received<typeof contract.listProducts>['query'];

/**
 * Lists everything on sale, or the subset in the query. Each call reflects all changes committed before it;
 * concurrent calls share one read. While nothing changes it returns the same frozen list, built and encoded
 * once.
 */
export function productLister({ db }: Pick<Deps, 'db'>): (query?: ProductQuery) => Promise<ListedProduct[]> {
  let cached: { version: string; products: ListedProduct[] } | null = null;
  const readAll = shareReads(async () => {
    if (cached === null || cached.version !== (await store.findVersion(db))) {
      const { version, products } = await store.readCatalog(db);
      cached = { version, products: Object.freeze(products.map(toListed)) as ListedProduct[] };
    }
    return cached.products;
  });
  return async ({ type, search = '' } = {}) => {
    const all = await readAll();
    const words = wordsOf(search);
    if (type === undefined && words.length === 0) return all;
    return all.filter((product) => (type === undefined || product.type === type) && holdsAll(product, words));
  };
}

/** Longer search texts are cut off here; no real search needs more characters. */
const searchAtMost = 200;

const wordsOf = (search: string): string[] =>
  search.slice(0, searchAtMost).toLowerCase().split(/\s+/).filter(Boolean);

function holdsAll({ name, productBenefits }: WireProduct, words: string[]): boolean {
  const text = [name, ...productBenefits.map((benefit) => benefit.text)].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Equal versions mean equal catalogs. */
export const readVersion = ({ db }: Pick<Deps, 'db'>): Promise<string> => store.findVersion(db);

export const toWire = (product: Product): WireProduct => ({
  id: product.id,
  name: product.name,
  price: product.price,
  type: product.kind,
  subscriptionPrice: product.subscriptionPrice,
  subscriptionPeriod: product.subscriptionPeriod,
  image: product.image,
  productBenefits: product.benefits.map((text) => ({ text })),
});

export async function listProductsOfPost(
  { db }: Pick<Deps, 'db'>,
  slug: string,
): Promise<Handled<typeof contract.listProductsOfPost>> {
  if (!canBeAnId(slug)) return [];
  const found = await store.findOfPost(db, slug);
  return found.map(({ product, details }) => ({
    product: toWire(product),
    summary: details?.summary ?? '',
    time: details?.time ?? '',
  }));
}

/**
 * Whether the text can be the ID of a product or a post. Others are not queried: PostgreSQL rejects text with
 * a NUL byte.
 */
const canBeAnId = (text: string): boolean => /^[a-z0-9-]{1,80}$/.test(text);

/** Throws `product_not_found`, also for a draft. */
export async function readProduct(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.readProduct>> {
  const [product] = canBeAnId(id) ? await store.findActive(db, [id]) : [];
  if (product === undefined) throw new DomainError('product_not_found');
  const { parts, alongside, ...details } = (await store.findDetails(db, id)) ?? noDetails;
  const others = new Map(
    (await store.findActive(db, [...parts, ...alongside.map((other) => other.id)])).map((other) => [
      other.id,
      toWire(other),
    ]),
  );
  return {
    ...toListed(product),
    details,
    parts: parts.flatMap((part) => others.get(part) ?? []),
    alongside: alongside.flatMap(({ id: other, ...said }) => {
      const found = others.get(other);
      return found === undefined ? [] : [{ product: found, ...said }];
    }),
  };
}

const toListed = (product: Product): ListedProduct => ({
  ...toWire(product),
  group: product.group,
  ...(product.includes?.length ? { includes: product.includes } : {}),
});
