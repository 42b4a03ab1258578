/** Paid items leave the cart, even if the buyer left before the success page loaded. */
import { expect, test } from 'vitest';
import { CallError, type Client } from '#contract/client.ts';
import { cents } from '#kernel/money.ts';
import { createCartStore } from './cart-store.ts';
import { settlePurchase } from './settle-purchase.ts';
import { replaceProducts, setCartId, setPurchase } from './cart.ts';

const orderId = 'ord_1234567890123456789012';
const otherId = 'ord_2222222222222222222222';
const ein = {
  id: 'ein',
  name: 'EIN',
  priceCents: cents(100),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: '/e.svg',
} as const;

function createUndecided(answer: () => Promise<unknown>) {
  const store = createCartStore();
  store.update(replaceProducts([ein]));
  store.update(setCartId('cart_1234567890123456789012'));
  store.update(setPurchase({ key: 'k', fingerprint: 'f', orderId, isPaid: false }));
  let reads = 0;
  const ask = (() => {
    reads += 1;
    return answer();
  }) as unknown as Client;
  return { store, settle: () => settlePurchase(store, ask), reads: () => reads };
}

test('an order confirmed as paid empties the cart, once', async () => {
  const { store, settle, reads } = createUndecided(async () => ({ status: 'paid' }));
  await settle();
  expect(store.read()).toMatchObject({
    cartProducts: [],
    cartId: null,
    purchase: { orderId, isPaid: true },
  });
  await settle();
  expect(reads()).toBe(1);
});

test('an unpaid order and a lost connection leave the cart unchanged', async () => {
  for (const answer of [
    async () => ({ status: 'open' }),
    () => Promise.reject(new CallError(0, 'network', '')),
  ]) {
    const { store, settle } = createUndecided(answer);
    await settle();
    expect(store.read().cartProducts).toEqual([ein]);
  }
});

test('a purchase started meanwhile keeps its cart', async () => {
  const browser = createUndecided(async () => {
    browser.store.update(setPurchase({ key: 'other', fingerprint: 'f', orderId: otherId, isPaid: false }));
    return { status: 'paid' };
  });
  await browser.settle();
  expect(browser.store.read().cartProducts).toEqual([ein]);
});
