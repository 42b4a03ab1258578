/**
 * Catalog prices without the other product data, for pages that mention a service. Such a page shows current
 * prices without loading the whole catalog.
 */
import { type Cents, fromDollars } from '#kernel/money.ts';
import type { Product } from '#web/features/cart/cart.ts';

/** `today` is null if the price needs evaluation. `renewal` exists for subscriptions only. */
export type CatalogPrice = {
  name: string;
  today: Cents | null;
  renewal?: { amount: Cents; period: 'month' | 'year' };
};

/** By product id, for services on sale. */
export type CatalogPrices = Partial<Record<string, CatalogPrice>>;

export const catalogPrices = (products: readonly Product[], ids: readonly string[]): CatalogPrices =>
  Object.fromEntries(
    products.filter(({ id }) => ids.includes(id)).map((product) => [product.id, priceOf(product)]),
  );

function priceOf({ name, price, type, subscriptionPrice, subscriptionPeriod }: Product): CatalogPrice {
  const today = price ?? (type === 'subscription' ? subscriptionPrice : null);
  const base = { name, today: today === null ? null : fromDollars(today) };
  if (type === 'simple' || subscriptionPrice === null || subscriptionPeriod === null) return base;
  return { ...base, renewal: { amount: fromDollars(subscriptionPrice), period: subscriptionPeriod } };
}
