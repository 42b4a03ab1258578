/**
 * A browser with a stored cart id restores the cart on any page and forgets an id that the server does not
 * know.
 */
import { CallError, type Client } from '#contract/client.ts';
import { cents } from '#kernel/money.ts';
import { createCartStore } from './cart-store.ts';
import { expect, test } from 'vitest';
import { restoreStored } from './restore-stored.ts';
import { addProduct, setCartId } from './cart.ts';

const id = 'cart_1234567890123456789012';
const ein = {
  ...{
    id: 'ein-filing',
    name: 'EIN filing',
    type: 'simple',
    price: 149.5,
    subscriptionPrice: null,
    subscriptionPeriod: null,
  },
  ...{ image: '/e.svg', productBenefits: [] },
};
const itin = {
  id: 'itin',
  name: 'ITIN',
  priceCents: cents(100),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: '/i.svg',
} as const;
const saved = {
  id,
  status: 'pending',
  firstName: 'Kofi',
  email: 'kofi@example.com',
  country: 'GH',
  cartItems: [{ product: ein }],
};

async function restoredWith(
  answer: () => Promise<unknown>,
  isLost: boolean,
  meanwhile = (_store: ReturnType<typeof createCartStore>) => {},
) {
  const store = createCartStore();
  store.update(setCartId(id));
  const asking = Promise.withResolvers<void>();
  const ask = (async () => {
    await asking.promise;
    return answer();
  }) as unknown as Client;
  const done = restoreStored(store, { isLost, ask });
  meanwhile(store);
  asking.resolve();
  await done;
  return store.read();
}

const idsIn = ({ cartProducts }: { cartProducts: readonly { id: string }[] }) =>
  cartProducts.map((product) => product.id);

test('customer details and lost items are restored, beside items added meanwhile', async () => {
  const cart = await restoredWith(
    async () => saved,
    true,
    (store) => store.update(addProduct(itin)),
  );
  expect(idsIn(cart)).toEqual(['ein-filing', 'itin']);
  expect(cart.billingDetails).toMatchObject({
    firstName: 'Kofi',
    email: 'kofi@example.com',
    confirmEmail: 'kofi@example.com',
    country: 'GH',
  });
  expect(cart.cartId).toBe(id);
});

test('a cart emptied by the shopper stays empty', async () => {
  expect(idsIn(await restoredWith(async () => saved, false))).toEqual([]);
});

test('a paid cart is not restored', async () => {
  for (const status of ['completed', 'recovered']) {
    const cart = await restoredWith(async () => ({ id, status }), true);
    expect([idsIn(cart), cart.cartId]).toEqual([[], id]);
  }
});

test('an id unknown to the server is cleared; without a response it stays', async () => {
  const refusal = (status: number, code: string) => () => Promise.reject(new CallError(status, code, ''));
  expect((await restoredWith(refusal(404, 'cart_not_found'), true)).cartId).toBeNull();
  expect((await restoredWith(refusal(0, 'network'), true)).cartId).toBe(id);
  expect((await restoredWith(refusal(503, 'busy'), true)).cartId).toBe(id);
});
