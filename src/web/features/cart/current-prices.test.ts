/** A stored cart is updated to the current catalog. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { withCurrentPrices } from './current-prices.ts';
import { asCartProduct, type CartProduct, type Product } from './cart.ts';

const ein: Product = {
  id: 'ein',
  name: 'EIN',
  price: 149.5,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein.svg',
  productBenefits: [],
};
const stored = asCartProduct(ein) as CartProduct;

test('an unchanged cart stays as it is', () => {
  expect(withCurrentPrices([stored], [ein])).toEqual({
    products: [stored],
    removed: [],
    repriced: [],
    hasChanged: false,
  });
});

test('the server’s current price replaces the stored one', () => {
  const refreshed = withCurrentPrices([{ ...stored, priceCents: cents(1) }], [ein]);
  expect(refreshed).toEqual({ products: [stored], removed: [], repriced: ['EIN'], hasChanged: true });
});

test('a product that is no longer sold, or now needs a quote, is removed from the cart and named', () => {
  expect(withCurrentPrices([stored], [])).toMatchObject({ products: [], removed: ['EIN'], hasChanged: true });
  expect(withCurrentPrices([stored], [{ ...ein, price: null }])).toMatchObject({
    products: [],
    removed: ['EIN'],
  });
});
