/** The cart's rules, tested through the store. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { createCartStore } from './cart-store.ts';
import {
  addProduct,
  asCartProduct,
  type CartProduct,
  clearCart,
  emptyStoredCart,
  finishPurchase,
  loadCart,
  type Product,
  removeProduct,
  setBillingDetails,
  setCartId,
  setDiscount,
  noteOrder,
  emptyBilling,
} from './cart.ts';

const product = (id: string): CartProduct => ({
  id,
  name: id.toUpperCase(),
  priceCents: cents(9_900),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: `/products/${id}.svg`,
});

const onSale: Product = {
  id: 'ein',
  name: 'EIN',
  price: 149.5,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein.svg',
  productBenefits: [],
};

const ein = { name: 'EIN', priceCents: cents(9_900), period: null, renewalCents: null };

test('a product is added once, despite repeated clicks', () => {
  const store = createCartStore();
  store.update(addProduct(product('ein')));
  store.update(addProduct(product('ein')));
  expect(store.read().cartProducts).toEqual([product('ein')]);
});

test('a product is removed by its id', () => {
  const store = createCartStore();
  store.update(addProduct(product('ein')));
  store.update(addProduct(product('itin')));
  store.update(removeProduct('ein'));
  expect(store.read().cartProducts).toEqual([product('itin')]);
});

test('clearing the cart empties the product list only', () => {
  const store = createCartStore();
  const discount = { code: 'WELCOME10', discountType: 'percentage', amount: 10 } as const;
  store.update(addProduct(product('ein')));
  store.update(noteOrder({ orderId: 'ord_1234567890123456789012', products: [ein], discountCode: null }));
  store.update(setBillingDetails({ ...emptyBilling, firstName: 'Kofi' }));
  store.update(setDiscount(discount));
  store.update(setCartId('cart_1234567890123456789012'));
  store.update(clearCart());
  const cart = store.read();
  expect(cart.cartProducts).toEqual([]);
  expect(cart.tempCartProducts).toHaveLength(1);
  expect(cart.billingDetails.firstName).toBe('Kofi');
  expect(cart.discount).toEqual(discount);
  expect(cart.cartId).toBe('cart_1234567890123456789012');
});

test('a finished purchase clears the cart, its code, and its id, and keeps the summary', () => {
  const store = createCartStore();
  store.update(addProduct(product('ein')));
  store.update(noteOrder({ orderId: 'ord_1234567890123456789012', products: [ein], discountCode: null }));
  store.update(setCartId('cart_1234567890123456789012'));
  store.update(finishPurchase('ord_1234567890123456789012'));
  const cart = store.read();
  expect(cart).toMatchObject({
    cartProducts: [],
    discount: null,
    cartId: null,
    tempCartProducts: [{ name: 'EIN' }],
  });
  expect(cart.purchase).toMatchObject({ orderId: 'ord_1234567890123456789012', isPaid: true });
});

test('whether the cart is empty is unknown until storage is read', () => {
  const store = createCartStore();
  expect(store.read().isLoaded).toBe(false);
  store.update(loadCart(emptyStoredCart));
  expect(store.read().isLoaded).toBe(true);
});

test('the charge today is the price if set, else the subscription price, else nothing can be added', () => {
  expect(asCartProduct(onSale)?.priceCents).toBe(14_950);
  expect(
    asCartProduct({
      ...onSale,
      price: null,
      type: 'subscription',
      subscriptionPrice: 19.99,
      subscriptionPeriod: 'month',
    }),
  ).toMatchObject({ priceCents: 1_999, period: 'month', renewalCents: 1_999 });
  expect(asCartProduct({ ...onSale, price: null })).toBeNull();
});
