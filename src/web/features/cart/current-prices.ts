/**
 * Updates a stored cart to the current catalog: today's prices, without products that were removed or need a
 * quote.
 */
import { asCartProduct, type CartProduct, type Product } from './cart.ts';

export type Refreshed = {
  products: CartProduct[];
  /** Product names, for the message to the shopper. */
  removed: string[];
  repriced: string[];
  hasChanged: boolean;
};

const isSame = (a: CartProduct, b: CartProduct) => JSON.stringify(a) === JSON.stringify(b);

export function withCurrentPrices(stored: CartProduct[], onSale: Product[]): Refreshed {
  const current = new Map(onSale.map((product) => [product.id, asCartProduct(product)]));
  const pairs = stored.map((before) => ({ before, now: current.get(before.id) ?? null }));
  const products = pairs.map(({ now }) => now).filter((now) => now !== null);
  return {
    products,
    removed: pairs.filter(({ now }) => now === null).map(({ before }) => before.name),
    repriced: pairs
      .filter(({ before, now }) => now !== null && now.priceCents !== before.priceCents)
      .map(({ before }) => before.name),
    hasChanged: pairs.some(({ before, now }) => now === null || !isSame(before, now)),
  };
}
