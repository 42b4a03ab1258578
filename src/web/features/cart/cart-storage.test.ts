/** The cart survives hostile, full, and blocked storage, and changes by another tab. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { createCartStore } from './cart-store.ts';
import { storeCart } from './cart-storage.ts';
import {
  addProduct,
  type CartProduct,
  emptyStoredCart,
  removeProduct,
  setBillingDetails,
  setCartId,
  emptyBilling,
} from './cart.ts';
import { cartIdKey, cartKey, readStoredCart, writeStoredCart } from './stored-cart.ts';

const ein: CartProduct = {
  id: 'ein',
  name: 'EIN',
  priceCents: cents(9_900),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: '/products/ein.svg',
};
const cartId = 'cart_1234567890123456789012';

/** Browser storage that counts writes. */
function aStorage(content: Record<string, string> = {}) {
  const items = new Map(Object.entries(content));
  const writes: string[] = [];
  return {
    items,
    writes,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      writes.push(key);
      items.set(key, text);
    },
    removeItem: (key: string) => {
      writes.push(key);
      items.delete(key);
    },
  };
}

const stored = (cart: Record<string, unknown>) =>
  JSON.stringify({
    version: 1,
    cartProducts: [],
    tempCartProducts: [],
    discount: null,
    purchase: null,
    ...cart,
  });

test('a cart survives a reload', () => {
  const storage = aStorage();
  const before = createCartStore();
  storeCart(before, storage);
  before.update(addProduct(ein));
  before.update(setCartId(cartId));
  const after = createCartStore();
  storeCart(after, storage);
  expect(after.read()).toMatchObject({ cartProducts: [ein], cartId, isLoaded: true });
});

test('the name, address and e-mail of the shopper never reach storage', () => {
  const storage = aStorage();
  const store = createCartStore();
  storeCart(store, storage);
  store.update(addProduct(ein));
  store.update(setBillingDetails({ ...emptyBilling, firstName: 'Kofi', email: 'kofi@example.com' }));
  expect([...storage.items.values()].join()).not.toMatch(/kofi/i);
});

test('another tab’s change arrives without being written back', () => {
  const storage = aStorage();
  const one = createCartStore();
  const other = createCartStore();
  storeCart(one, storage);
  const { refresh } = storeCart(other, storage);
  one.update(addProduct(ein));
  storage.writes.length = 0;
  refresh();
  expect(other.read().cartProducts).toEqual([ein]);
  expect(storage.writes).toEqual([]);
});

test('content of a newer version reads as empty and is preserved until the shopper acts', () => {
  const storage = aStorage({ [cartKey]: stored({ version: 2, cartProducts: [ein] }) });
  const store = createCartStore();
  const { refresh } = storeCart(store, storage);
  refresh();
  expect(store.read().cartProducts).toEqual([]);
  expect(storage.writes).toEqual([]);
});

test('with storage full or blocked the cart works in memory', () => {
  const full = {
    ...aStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const blocked = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  };
  for (const storage of [full, blocked, null]) {
    const store = createCartStore();
    storeCart(store, storage);
    store.update(addProduct(ein));
    store.update(setCartId(cartId));
    expect(store.read()).toMatchObject({ cartProducts: [ein], cartId });
    store.update(removeProduct('ein'));
    expect(store.read().cartProducts).toEqual([]);
  }
});

test('an emptied cart leaves no data in storage', () => {
  const storage = aStorage();
  const store = createCartStore();
  storeCart(store, storage);
  store.update(addProduct(ein));
  store.update(removeProduct('ein'));
  expect(storage.items.size).toBe(0);
});

test('one broken product does not remove the others, and duplicates are stored once', () => {
  const text = stored({
    cartProducts: [
      { ...ein, priceCents: -1 },
      ein,
      ein,
      null,
      'ein',
      { ...ein, id: 'itin', image: '//elsewhere.example/x.svg' },
    ],
  });
  expect(readStoredCart(text, null).cartProducts).toEqual([ein]);
});

for (const [what, text] of [
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '7'],
  ['another shape', '{"cartProducts":[1]}'],
  ['a prototype', '{"version":1,"__proto__":{"cartProducts":[1]}}'],
  ['a novel', `"${'x'.repeat(200_000)}"`],
  [
    'a discount for no list of products',
    stored({ discount: { code: 'X', discountType: 'percentage', amount: 1, productIds: 'all' } }),
  ],
  [
    'a discount with a wrong minimum',
    stored({ discount: { code: 'X', discountType: 'percentage', amount: 1, minimumSpend: -1 } }),
  ],
  ['a wrong discount', stored({ discount: { code: 'X', discountType: 'percentage', amount: 'all' } })],
  [
    'a wrong purchase',
    stored({ purchase: { key: 'short key', fingerprint: '', orderId: null, isPaid: true } }),
  ],
  [
    'a foreign order',
    stored({ purchase: { key: 'k', fingerprint: '', orderId: 'javascript:alert(1)', isPaid: true } }),
  ],
  ['wrong lists', stored({ cartProducts: 'ein', tempCartProducts: { length: 2 } })],
] as const) {
  test(`stored content that is ${what} reads as an empty cart`, () => {
    expect(readStoredCart(text, '<script>')).toEqual(emptyStoredCart);
  });
}

test('written content reads back the same', () => {
  const cart = {
    cartProducts: [ein],
    tempCartProducts: [
      { name: 'EIN', priceCents: cents(9_900), period: 'year', renewalCents: cents(4_900) } as const,
    ],
    tempDiscountCode: 'WELCOME10',
    tempOrderId: 'ord_1234567890123456789012',
    discount: { code: 'WELCOME10', discountType: 'percentage', amount: 10 } as const,
    purchase: {
      key: '7b0e2f6c-1111-4222-8333-944455556666',
      fingerprint: 'abc',
      orderId: 'ord_1234567890123456789012',
      isPaid: false,
    },
    cartId,
  };
  expect(readStoredCart(writeStoredCart(cart), cartId)).toEqual(cart);
  expect(cartIdKey).toBe('stateside.cartId');
});
