/**
 * Prepares checkout before it is shown. It restores a linked cart, checks an interrupted purchase attempt,
 * loads billing details from the server's copy, and updates prices.
 */
import { phrase } from '#kernel/language.ts';
import { CallError, type Client } from '#contract/client.ts';
import { readCart } from '#contract/carts.ts';
import { readPaymentStatus } from '#contract/payment-status.ts';
import { once } from '#kernel/once.ts';
import { withCurrentPrices } from '#web/features/cart/current-prices.ts';
import {
  type BillingDraft,
  type CartProduct,
  emptyBilling,
  maxCartProducts,
  type Product,
  replaceProducts,
  setBillingDetails,
  setCartId,
  setDiscount,
  setPurchase,
} from '#web/features/cart/cart.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import { fromSavedCart, prefill } from '#web/features/checkout/cart-sync/adopt-cart.ts';
import { applyCoupon, holdsCode } from '#web/features/checkout/discount/apply-coupon.ts';
import { mergeAndAdopt, mergeOnServer } from '#web/features/checkout/cart-sync/merge-cart.ts';
import type { Buyer } from './read-buyer.ts';
import { isUsedUp, restored } from '#web/features/cart/restore-cart.ts';

export type Opened = {
  /**
   * `orderId`: an order of this browser is paid or pending, so show its success page. `used_up`: the cart was
   * paid elsewhere.
   */
  next: 'show' | 'used_up' | { orderId: string };
  /** For the shopper, as error toasts. */
  notices: string[];
  /** A neutral message. */
  news?: string;
  /** A code that came with the cart and is no longer valid. */
  refused?: RefusedCode;
};

export type RefusedCode = { code: string; message: string };

/** `buyer`: the logged-in user; null for a guest. */
type Opening = {
  call: Client;
  store: CartStore;
  products: Product[];
  cartId: string | null;
  buyer?: Buyer | null;
};

export const usedUpMessage = phrase('Cart is already completed');
const notFound = phrase('We could not find this cart. The link may be incomplete or too old.');
/** A user's cart is only readable by that user. After login it is restored without the link. */
const notFoundAsGuest = phrase(
  'We could not find this cart. The link may be incomplete or too old. If you were logged in when you filled it, log in to get it back.',
);

export async function openCheckout({
  call,
  store,
  products,
  cartId,
  buyer = null,
}: Opening): Promise<Opened> {
  const pending = await pendingOrder(call, store);
  if (pending !== null) return { next: { orderId: pending }, notices: [] };
  const notices: string[] = [];
  const stored =
    cartId === null
      ? await recallBilling(call, store)
      : await restoreCart({ call, store, isPerson: buyer !== null }, cartId, notices);
  if (stored === 'used_up' && cartId === null) return { next: 'used_up', notices };
  const added = buyer === null ? [] : await welcome(call, store, buyer, cartId === null);
  notices.push(...refreshPrices(store, products));
  const { news, refused = await refreshDiscount(call, store) } = typeof stored === 'object' ? stored : {};
  const shownNews = added.length > 0 ? fromSavedCart(added) : news;
  if (refused !== undefined) notices.push(refused.message);
  return {
    next: 'show',
    notices,
    ...(shownNews === undefined ? {} : { news: shownNews }),
    ...(refused === undefined ? {} : { refused }),
  };
}

/**
 * Merges the user's saved cart and details, unless a link brought its own cart. Returns the names of the
 * added products.
 */
async function welcome(
  call: Client,
  store: CartStore,
  { user }: Buyer,
  takesPending: boolean,
): Promise<string[]> {
  const { added, discountCode } = takesPending
    ? await mergeAndAdopt(call, store, user)
    : { added: [], discountCode: null };
  // The code may have expired since, and the user did not enter it now.
  if (discountCode !== null) await applyCoupon(call, store, discountCode);
  prefill(store, user);
  return added;
}

/**
 * One of our orders that may have been paid while the page was closed: a reload during payment, or the back
 * button.
 */
async function pendingOrder(call: Client, store: CartStore): Promise<string | null> {
  const { purchase } = store.read();
  if (!purchase || purchase.isPaid || purchase.orderId === null) return null;
  const paymentStatus = await call(readPaymentStatus, { params: { id: purchase.orderId } }).catch(asRefusal);
  if (paymentStatus instanceof CallError) {
    if (paymentStatus.code === 'order_not_found') store.update(setPurchase(null));
    return null;
  }
  if (paymentStatus.status === 'canceled') store.update(setPurchase(null));
  return paymentStatus.status === 'paid' || paymentStatus.status === 'checking' ? purchase.orderId : null;
}

type Restoring = 'kept' | 'used_up' | Pick<Opened, 'news' | 'refused'>;

type Linked = Pick<Opening, 'call' | 'store'> & { isPerson: boolean };

/**
 * `/checkout?cartId=`: merges the linked cart with this browser's cart and with the logged-in user's cart.
 */
async function restoreCart(
  { call, store, isPerson }: Linked,
  id: string,
  notices: string[],
): Promise<Restoring> {
  const linked = await call(readCart, { params: { id } }).catch(asRefusal);
  const merged =
    isPerson && !(linked instanceof CallError) && !isUsedUp(linked) ? await mergeOnServer(call, id) : linked;
  // If the merge gets no response, the linked cart is shown; the next save merges both.
  const cart = merged instanceof CallError ? linked : merged;
  if (cart instanceof CallError) {
    notices.push(
      cart.status === 404 || cart.status === 422 ? (isPerson ? notFound : notFoundAsGuest) : cart.message,
    );
    return 'kept';
  }
  if (isUsedUp(cart)) {
    notices.push(usedUpMessage);
    return 'used_up';
  }
  const { products, billing, discountCode } = restored(cart);
  const news = combine(store, products);
  store.update(setBillingDetails(billing));
  if (discountCode !== null && !holdsCode(store.read(), discountCode)) store.update(setDiscount(null));
  store.update(setCartId(cart.id));
  const applied = discountCode === null ? null : await applyCoupon(call, store, discountCode);
  const refused =
    discountCode !== null && applied?.isApplied === false
      ? { code: discountCode, message: applied.message }
      : null;
  return { ...(news === null ? {} : { news }), ...(refused === null ? {} : { refused }) };
}

/**
 * The products of the linked cart and of this browser's cart, without duplicates. Returns a message if this
 * browser had others.
 */
function combine(store: CartStore, linked: CartProduct[]): string | null {
  const { cartProducts } = store.read();
  const isLinked = new Set(linked.map(({ id }) => id));
  const notLinked = cartProducts.filter(({ id }) => !isLinked.has(id));
  const all = [...linked, ...notLinked].slice(0, maxCartProducts);
  store.update(replaceProducts(all));
  return notLinked.length === 0
    ? null
    : phrase('We combined the cart from your link with your cart: {names}', {
        names: list().format(all.map(({ name }) => name)),
      });
}

const isBlank = (billing: BillingDraft): boolean =>
  (Object.keys(emptyBilling) as (keyof BillingDraft)[]).every((name) => billing[name] === '');

/**
 * After a reload the typed details come back from the server, because browser storage never contains them.
 */
async function recallBilling(call: Client, store: CartStore): Promise<'kept' | 'used_up'> {
  const { cartId, cartProducts, billingDetails } = store.read();
  if (cartId === null || cartProducts.length === 0) return 'kept';
  const cart = await call(readCart, { params: { id: cartId } }).catch(asRefusal);
  if (cart instanceof CallError) {
    if (cart.code === 'cart_not_found') store.update(setCartId(null));
    return 'kept';
  }
  if (isUsedUp(cart)) return 'used_up';
  if (isBlank(billingDetails)) store.update(setBillingDetails(restored(cart).billing));
  return 'kept';
}

const list = once(() => new Intl.ListFormat('en'));

export function refreshPrices(store: CartStore, products: Product[]): string[] {
  const {
    products: current,
    removed,
    repriced,
    hasChanged,
  } = withCurrentPrices(store.read().cartProducts, products);
  if (hasChanged) store.update(replaceProducts(current));
  return [
    ...(removed.length > 0
      ? [phrase('No longer sold and removed from your cart: {names}', { names: list().format(removed) })]
      : []),
    ...(repriced.length > 0
      ? [phrase('The price has changed: {names}', { names: list().format(repriced) })]
      : []),
  ];
}

/** A code that was applied earlier may have expired. */
async function refreshDiscount(call: Client, store: CartStore): Promise<RefusedCode | undefined> {
  const { discount, cartProducts } = store.read();
  if (discount === null || cartProducts.length === 0) return undefined;
  const applied = await applyCoupon(call, store, discount.code);
  const isRefused = !applied.isApplied && store.read().discount === null;
  return isRefused ? { code: discount.code, message: applied.message } : undefined;
}

function asRefusal(error: unknown): CallError {
  if (error instanceof CallError) return error;
  throw error;
}
