/** How this browser's cart and form combine with the user's saved cart and profile at checkout. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import {
  type CartProduct,
  emptyBilling,
  replaceProducts,
  setBillingDetails,
  setCartId,
  setDiscount,
} from '#web/features/cart/cart.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { createCartStore } from '#web/features/cart/cart-store.ts';
import { adoptPendingCart, prefill } from './adopt-cart.ts';

const here = 'cart_1234567890123456789012';
const otherCartId = 'cart_2222222222222222222222';
const product = (id: string, name: string): CartProduct => ({
  id,
  name,
  priceCents: cents(1_000),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: `/products/${id}.svg`,
});
const onTheServer = (id: string, name: string) => ({
  product: {
    ...product(id, name),
    price: 10,
    subscriptionPrice: null,
    subscriptionPeriod: null,
    productBenefits: [],
  },
});
const pending = {
  cart: {
    id: otherCartId,
    status: 'pending' as const,
    firstName: 'Ama',
    discountCode: 'WELCOME10',
    cartItems: [onTheServer('ein', 'EIN'), onTheServer('phone', 'Phone')],
  },
};
const idsIn = (store: ReturnType<typeof createCartStore>) => store.read().cartProducts.map(({ id }) => id);

test('an empty browser adopts the pending cart, with its details and its code', () => {
  const store = createCartStore();
  expect(adoptPendingCart(store, pending)).toEqual({ added: ['EIN', 'Phone'], discountCode: 'WELCOME10' });
  expect(idsIn(store)).toEqual(['ein', 'phone']);
  expect(store.read()).toMatchObject({ cartId: otherCartId, billingDetails: { firstName: 'Ama' } });
});

test('two carts merge their products, once each, and input typed here stays', () => {
  const store = createCartStore();
  store.update(replaceProducts([product('mail', 'Mail'), product('ein', 'EIN')]));
  store.update(setCartId(here));
  store.update(setBillingDetails({ ...emptyBilling, firstName: 'Kofi' }));
  store.update(setDiscount({ code: 'SAVE25', discountType: 'fixed_amount', amount: 25 }));
  expect(adoptPendingCart(store, pending)).toEqual({ added: ['Phone'], discountCode: null });
  expect(idsIn(store)).toEqual(['mail', 'ein', 'phone']);
  expect(store.read()).toMatchObject({ cartId: otherCartId, billingDetails: { firstName: 'Kofi' } });
});

test('an item removed here from the same cart does not reappear', () => {
  const store = createCartStore();
  store.update(setCartId(otherCartId));
  expect(adoptPendingCart(store, pending).added).toEqual([]);
  expect(idsIn(store)).toEqual([]);
});

test('a paid cart is not adopted', () => {
  const store = createCartStore();
  expect(adoptPendingCart(store, { cart: { id: otherCartId, status: 'completed' } }).added).toEqual([]);
  expect(store.read().cartId).toBeNull();
});

test('the profile fills empty fields, and both e-mail fields together', () => {
  const user = {
    firstName: 'Ama',
    lastName: 'Boateng',
    email: 'ama@example.com',
    phone: '+233 20',
    address: '12 Ring Road',
    city: 'Accra',
    country: 'GH',
  };
  const store = createCartStore();
  store.update(setBillingDetails({ ...emptyBilling, firstName: 'Kofi', email: 'kofi@', confirmEmail: '' }));
  prefill(store, user as CurrentUser);
  expect(store.read().billingDetails).toEqual({
    ...emptyBilling,
    firstName: 'Kofi',
    lastName: 'Boateng',
    email: 'kofi@',
    confirmEmail: '',
    phoneNumber: '+233 20',
    address: '12 Ring Road, Accra',
    country: 'GH',
  });
});
