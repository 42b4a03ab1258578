/** Reading the catalogue, and saying a product in the wire's words. */
import type { Handled } from '#contract/endpoint.ts';
import type * as contract from '#contract/catalog.ts';
import type { Deps } from '#platform/deps.ts';
import type { Product } from './rules.ts';
import * as store from './store.ts';

type WireProduct = Handled<typeof contract.listProducts>[number];

export const listProducts = async ({ db }: Deps): Promise<WireProduct[]> => (await store.listActive(db)).map(toWire);

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
