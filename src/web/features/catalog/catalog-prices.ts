/**
 * The prices of the catalog without the rest of each product, for pages that name a service in passing. Such a page then
 * says what the shop charges, and travels without the whole catalogue.
 */
import { type Cents, fromDollars } from '#kernel/money.ts';
import type { Product } from '#web/features/cart/slice.ts';

/** `today` is null where a price needs evaluation. `renewal` is there for a subscription only. */
export type CatalogPrice = { name: string; today: Cents | null; renewal?: { amount: Cents; period: 'month' | 'year' } };

/** By product id. A service that is not on sale is not in it. */
export type CatalogPrices = Partial<Record<string, CatalogPrice>>;

export const catalogPrices = (products: readonly Product[], ids: readonly string[]): CatalogPrices =>
  Object.fromEntries(products.filter(({ id }) => ids.includes(id)).map((product) => [product.id, priceOf(product)]));

function priceOf({ name, price, type, subscriptionPrice, subscriptionPeriod }: Product): CatalogPrice {
  const today = price ?? (type === 'subscription' ? subscriptionPrice : null);
  const asked = { name, today: today === null ? null : fromDollars(today) };
  if (type === 'simple' || subscriptionPrice === null || subscriptionPeriod === null) return asked;
  return { ...asked, renewal: { amount: fromDollars(subscriptionPrice), period: subscriptionPeriod } };
}
