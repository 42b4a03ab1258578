/** Buying without a card: what the browser sends when some requests fail. */
import { expect, test, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { createAndPurchase, purchase as purchaseRow } from '#contract/checkout.ts';
import { createCart } from '#contract/carts.ts';
import { cents } from '#kernel/money.ts';
import {
  type CartProduct,
  emptyBilling,
  replaceProducts,
  setBillingDetails,
  setDiscount,
} from '#web/features/cart/cart.ts';
import { createCartStore } from '#web/features/cart/cart-store.ts';
import { buy, type Buying } from './buy.ts';
import { cartSaver } from '#web/features/checkout/cart-sync/save-cart.ts';

const cartId = 'cart_1234567890123456789012';
const orderId = 'ord_1234567890123456789012';
const ein: CartProduct = {
  id: 'ein-filing',
  name: 'EIN filing',
  priceCents: cents(14_950),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: '/products/ein-filing.svg',
};
const billing = {
  ...emptyBilling,
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: 'kofi@example.com',
  confirmEmail: 'kofi@example.com',
  phoneNumber: '+233 24 123 4567',
  address: '12 Ring Road, Accra',
  country: 'GH',
};

const paid = (): Response => Response.json({ orderId, status: 'paid', total: 0 });
const stored = (): Response => Response.json({ id: cartId, status: 'pending' });
const refusal = (status: number, code: string): Response =>
  Response.json(code, { status, headers: { 'x-error-code': code } });

/**
 * A browser at checkout with a free order. The test controls the response to saving the cart. `purchases` are
 * the received purchase calls.
 */
function aBrowser(
  saveCart: (time: number) => Response,
  purchase: () => Promise<Response> = async () => paid(),
  buyer: Pick<Buying, 'paymentMethod' | 'isPerson'> = {
    paymentMethod: { fields: null, cardId: null },
    isPerson: false,
  },
) {
  const purchases: { cartId: unknown; paymentMethodId?: unknown }[] = [];
  const keys: unknown[] = [];
  let saves = 0;
  const send: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (path === createCart.path) {
      saves += 1;
      return saveCart(saves);
    }
    expect(path).toBe(buyer.isPerson ? purchaseRow.path : createAndPurchase.path);
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    purchases.push(JSON.parse(String(init?.body)) as { cartId: unknown; paymentMethodId?: unknown });
    return purchase();
  };
  const call = createClient(send, 'http://shop.example');
  const store = createCartStore();
  store.update(replaceProducts([ein]));
  store.update(setBillingDetails(billing));
  store.update(setDiscount({ code: 'FREEORDER', discountType: 'percentage', amount: 100 }));
  const { signal } = new AbortController();
  const saver = cartSaver(store, call);
  return {
    purchases,
    keys,
    saveCart: saver,
    buy: (placeForMs?: number) =>
      buy({
        call,
        store,
        saveCart: saver,
        ...buyer,
        billing,
        language: 'en',
        signal,
        onStage: () => undefined,
        placeForMs,
      }),
  };
}

test('no order is placed without a stored cart, because nothing would stop a second tab', async () => {
  const browser = aBrowser(() => refusal(503, 'busy'));
  expect(await browser.buy()).toMatchObject({
    kind: 'refused',
    message: 'We could not save your cart, so no order was placed. Please try again in a moment',
  });
  expect(browser.purchases).toEqual([]);
});

test('a cart rejected once is saved again, and the purchase references it', async () => {
  const browser = aBrowser((time) => (time === 1 ? refusal(503, 'busy') : stored()));
  expect(await browser.buy()).toEqual({ kind: 'paid', orderId });
  expect(browser.purchases).toMatchObject([{ cartId }]);
});

test('a frozen page with the save lock delays a purchase only briefly, with any number of waiting saves', async () => {
  const browser = aBrowser(stored);
  let releaseLock: () => void = () => undefined;
  await new Promise<void>((granted) => {
    void navigator.locks.request('stateside.saveCart', () => {
      granted();
      return new Promise<void>((resolve) => (releaseLock = resolve));
    });
  });
  const autosaves = Array.from({ length: 5 }, () => browser.saveCart());
  expect(await browser.buy(4_000)).toEqual({ kind: 'paid', orderId });
  expect(await Promise.all(autosaves)).toEqual(['saved', 'unchanged', 'unchanged', 'unchanged', 'unchanged']);
  releaseLock();
});

test('a page being closed saves its cart without the lock, so that it cannot freeze with it', async () => {
  const browser = aBrowser(stored);
  const requestLock = vi.spyOn(navigator.locks, 'request');
  expect(await browser.saveCart({ isHiding: true })).toBe('saved');
  expect(await browser.saveCart()).toBe('unchanged');
  expect(requestLock).not.toHaveBeenCalled();
  requestLock.mockRestore();
});

test('a cart rejected by the shop is not resent: the shopper sees why', async () => {
  const browser = aBrowser((time) =>
    time === 1 ? refusal(409, 'product_unavailable') : refusal(500, 'internal'),
  );
  expect(await browser.buy()).toEqual({ kind: 'prices_changed', message: 'product_unavailable' });
  expect(browser.purchases).toEqual([]);
});

test('a hanging shop times out without retries, and the next click finds the same order', async () => {
  let fail: (answer: Response) => void = () => undefined;
  const browser = aBrowser(stored, () => new Promise((resolve) => (fail = resolve)));
  expect(await browser.buy(200)).toMatchObject({
    kind: 'refused',
    message: 'The server took too long to answer. Please try again.',
  });
  fail(refusal(500, 'internal'));
  const second = browser.buy(1_500);
  await expect.poll(() => browser.purchases.length).toBe(2);
  fail(paid());
  expect(await second).toEqual({ kind: 'paid', orderId });
  expect(browser.purchases).toHaveLength(2);
  expect(new Set(browser.keys).size).toBe(1);
});

const withSavedCard = { paymentMethod: { fields: null, cardId: 'pm_1' }, isPerson: true };

test("a logged-in customer buys under the account's name, with the chosen saved card", async () => {
  const browser = aBrowser(stored, async () => paid(), withSavedCard);
  expect(await browser.buy()).toEqual({ kind: 'paid', orderId });
  expect(browser.purchases).toMatchObject([{ cartId, paymentMethodId: 'pm_1' }]);
});

test('a declined saved card is retried under another key, because each key is tried once', async () => {
  const answers = [refusal(402, 'card_declined'), paid()];
  const browser = aBrowser(stored, async () => answers.shift() ?? paid(), withSavedCard);
  expect(await browser.buy()).toEqual({ kind: 'declined', message: 'card_declined' });
  expect(await browser.buy()).toEqual({ kind: 'paid', orderId });
  expect(new Set(browser.keys).size).toBe(2);
});

test('a lost response for a saved card is not shown as uncharged, and the next click asks for the same order', async () => {
  let fail: (answer: Response) => void = () => undefined;
  const browser = aBrowser(stored, () => new Promise((resolve) => (fail = resolve)), withSavedCard);
  expect(await browser.buy(200)).toMatchObject({ kind: 'unclear' });
  fail(refusal(401, 'refresh_refused'));
  const second = browser.buy(2_000);
  await expect.poll(() => browser.purchases.length).toBe(2);
  fail(paid());
  expect(await second).toEqual({ kind: 'paid', orderId });
  expect(new Set(browser.keys).size).toBe(1);
});

test('an expired session does not reject the purchase: the shopper is notified, and nothing is sent', async () => {
  const browser = aBrowser(stored, async () => refusal(401, 'refresh_refused'), withSavedCard);
  expect(await browser.buy()).toEqual({ kind: 'signed_out' });
  expect(browser.purchases).toHaveLength(1);
});
