/** The discount after checkout is reopened: situation 17, a card was declined and the page reloaded. */
import { expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { cents } from '#kernel/money.ts';
import {
  type CartProduct,
  replaceProducts,
  setCartId,
  setDiscount,
  setPurchase,
} from '#web/features/cart/cart.ts';
import { createCartStore } from '#web/features/cart/cart-store.ts';
import { openCheckout } from './open-checkout.ts';

const cartId = 'cart_1234567890123456789012';
const orderId = 'ord_1234567890123456789012';
const oneUse = { code: 'ONEUSE', discountType: 'percentage', amount: 15 } as const;
const product = {
  id: 'ein-filing',
  name: 'EIN filing',
  price: 149.5,
  type: 'simple' as const,
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein-filing.svg',
  productBenefits: [],
};
const inCart: CartProduct = {
  id: product.id,
  name: product.name,
  priceCents: cents(14_950),
  type: 'simple',
  period: null,
  renewalCents: null,
  image: product.image,
};

/** A browser that holds the last use of a code, with an order in the state that the server returns. */
function reopened({ orderStatus, isPaid = false }: { orderStatus: string; isPaid?: boolean }) {
  const send: typeof fetch = async (input) => {
    const { pathname } = new URL(String(input));
    if (pathname.startsWith('/api/orders/'))
      return Response.json({ orderId, status: orderStatus, orderNumber: 'S-1001', total: 127.07 });
    if (pathname.startsWith('/api/carts/'))
      return Response.json({
        id: cartId,
        status: 'pending',
        discountCode: 'oneuse',
        cartItems: [{ product }],
        productIds: [product.id],
      });
    return Response.json('Coupon code exceeded usage limit', {
      status: 409,
      headers: { 'x-error-code': 'coupon_exhausted' },
    });
  };
  const call = createClient(send, 'http://shop.example');
  const store = createCartStore();
  store.update(replaceProducts([inCart]));
  store.update(setCartId(cartId));
  store.update(setDiscount(oneUse));
  store.update(setPurchase({ key: 'a-key-of-an-attempt', fingerprint: 'f', orderId, isPaid }));
  const open = (linkedCartId: string | null) =>
    openCheckout({ call, store, products: [product], cartId: linkedCartId });
  return { open, call, store, discount: () => store.read().discount };
}

test('the code held by an open order of this browser stays on the cart, with and without a cart link', async () => {
  for (const linkedCartId of [null, cartId]) {
    const browser = reopened({ orderStatus: 'open' });
    expect(await browser.open(linkedCartId)).toEqual({ next: 'show', notices: [] });
    expect(browser.discount()).toEqual(oneUse);
  }
});

test('without an open order an expired code is removed, with a notice', async () => {
  for (const browser of [
    reopened({ orderStatus: 'canceled' }),
    reopened({ orderStatus: 'open', isPaid: true }),
  ]) {
    const message = 'Coupon code exceeded usage limit';
    expect(await browser.open(null)).toEqual({
      next: 'show',
      notices: [message],
      refused: { code: 'ONEUSE', message },
    });
    expect(browser.discount()).toBeNull();
  }
});

test("a cart link is merged with this browser's cart, with a notice", async () => {
  const browser = reopened({ orderStatus: 'canceled' });
  const mail = { ...inCart, id: 'mail-scan', name: 'Mail scan pack' };
  const sold = { ...product, id: 'mail-scan', name: 'Mail scan pack' };
  browser.store.update(replaceProducts([mail]));
  const opened = await openCheckout({
    call: browser.call,
    store: browser.store,
    products: [product, sold],
    cartId,
  });
  expect(opened.news).toBe(
    'We combined the cart from your link with your cart: EIN filing and Mail scan pack',
  );
  expect(browser.store.read().cartProducts.map(({ id }) => id)).toEqual(['ein-filing', 'mail-scan']);
  browser.store.update(replaceProducts([]));
  expect((await browser.open(cartId)).news).toBeUndefined();
});

test('a stored order that the server does not know is cleared', async () => {
  const browser = reopened({ orderStatus: 'open' });
  const missingOrder: typeof fetch = async () =>
    Response.json('Order not found', { status: 404, headers: { 'x-error-code': 'order_not_found' } });
  await openCheckout({
    call: createClient(missingOrder, 'http://shop.example'),
    store: browser.store,
    products: [product],
    cartId: null,
  });
  expect(browser.store.read().purchase).toBeNull();
});

test('a completed or recovered cart is rejected, and nothing of it is adopted', async () => {
  for (const status of ['completed', 'recovered']) {
    const store = createCartStore();
    const call = createClient(async () => Response.json({ id: cartId, status }), 'http://shop.example');
    const opened = await openCheckout({ call, store, products: [product], cartId });
    expect(opened.notices).toEqual(['Cart is already completed']);
    expect(store.read()).toMatchObject({ cartProducts: [], cartId: null });
  }
});
