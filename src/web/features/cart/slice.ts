/**
 * The shopper's cart in this browser. Prices are for display: the server computes every amount again.
 * `tempCartProducts` and `tempDiscountCode` remain after the cart is cleared; the success page lists them.
 * Written by hand in Redux's shape, because every page loads it and the toolkit would be half of our script
 * (record 0007).
 */
import type * as contract from '#contract/catalog.ts';
import { type InvoiceField, invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import type { WireDiscount } from '#kernel/discount-codec.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import type { z } from 'zod';
import { type RenewalFields, renewalFieldsIn } from './stored-fields.ts';

export type Product = z.input<typeof contract.Product>;

export type CartProduct = TempProduct & { id: string; type: 'simple' | 'subscription'; image: string };

export type TempProduct = RenewalFields & { name: string; priceCents: Cents };

/**
 * As the server sends it, `minimumSpend` in dollars. `productIds`: the products that the code is limited to.
 */
export type Discount = WireDiscount & {
  code: string;
  productIds?: string[];
  minimumSpend?: number;
  /** The code also lowers renewals. Omitted: the first period only. */
  subscriptionPeriods?: 'every';
};

/**
 * The billing form as typed, complete or not. Stored in memory and in the server's cart, never in browser
 * storage.
 */
export type BillingDraft = {
  firstName: string;
  lastName: string;
  email: string;
  confirmEmail: string;
  phoneNumber: string;
  address: string;
  country: string;
} & Record<InvoiceField, string>;

/** One visible purchase attempt. The key is reused until the content changes, so a retry cannot buy twice. */
export type Purchase = {
  key: string;
  fingerprint: string;
  orderId: string | null;
  isPaid: boolean;
  /** When this browser first learned that it is paid. */
  paidAtMs?: number;
};

export type StoredCart = {
  cartProducts: CartProduct[];
  tempCartProducts: TempProduct[];
  tempDiscountCode: string | null;
  /** The order of `tempCartProducts` and `tempDiscountCode`. */
  tempOrderId: string | null;
  discount: Discount | null;
  purchase: Purchase | null;
  cartId: string | null;
};

export type CartState = StoredCart & {
  billingDetails: BillingDraft;
  /** False on the server and during hydration: the cart is unknown until storage is read. */
  isLoaded: boolean;
};

export type NotedOrder = { orderId: string; products: TempProduct[]; discountCode: string | null };

export const maxCartProducts = 50;

export const emptyBilling: BillingDraft = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  phoneNumber: '',
  address: '',
  country: '',
  ...mapNames(invoiceFieldNames, () => ''),
};

export const emptyStoredCart: StoredCart = {
  cartProducts: [],
  tempCartProducts: [],
  tempDiscountCode: null,
  tempOrderId: null,
  discount: null,
  purchase: null,
  cartId: null,
};

export const initialCart: CartState = { ...emptyStoredCart, billingDetails: emptyBilling, isLoaded: false };

/** Each action's reducer by name. An unchanged state stays the same object. */
const reducers = {
  /** Loads the cart from storage, at startup and after another tab changed it. */
  loadCart: (state: CartState, stored: StoredCart) => ({ ...state, ...stored, isLoaded: true }),
  addProduct: (state: CartState, product: CartProduct) =>
    state.cartProducts.some(({ id }) => id === product.id) || state.cartProducts.length >= maxCartProducts
      ? state
      : { ...state, cartProducts: [...state.cartProducts, product] },
  removeProduct: (state: CartState, productId: string) => ({
    ...state,
    cartProducts: state.cartProducts.filter(({ id }) => id !== productId),
  }),
  replaceProducts: (state: CartState, cartProducts: CartProduct[]) => ({ ...state, cartProducts }),
  /** Empties the product list only. */
  clearCart: (state: CartState) => ({ ...state, cartProducts: [] }),
  setBillingDetails: (state: CartState, billingDetails: BillingDraft) => ({ ...state, billingDetails }),
  /** Records what is being bought, for the summary afterwards. */
  noteOrder: (state: CartState, { orderId, products, discountCode }: NotedOrder) => ({
    ...state,
    tempOrderId: orderId,
    tempCartProducts: products,
    tempDiscountCode: discountCode,
  }),
  /** Clears the order summary after it was read. */
  clearOrder: (state: CartState, _nothing: null) => ({
    ...state,
    tempOrderId: null,
    tempCartProducts: [],
    tempDiscountCode: null,
  }),
  setDiscount: (state: CartState, discount: Discount | null) => ({ ...state, discount }),
  setCartId: (state: CartState, cartId: string | null) => ({ ...state, cartId }),
  setPurchase: (state: CartState, purchase: Purchase | null) => ({ ...state, purchase }),
  /** The server confirmed the payment: clears the cart, its code, and its server id. The summary stays. */
  finishPurchase: (state: CartState, { orderId, paidAtMs }: { orderId: string; paidAtMs: number }) => ({
    ...state,
    purchase: {
      key: state.purchase?.key ?? '',
      fingerprint: state.purchase?.fingerprint ?? '',
      orderId,
      isPaid: true,
      paidAtMs,
    },
    cartProducts: [],
    discount: null,
    cartId: null,
  }),
} satisfies Record<string, (state: CartState, payload: never) => CartState>;

type Reducers = typeof reducers;
type Name = keyof Reducers;
type Payload<N extends Name> = Parameters<Reducers[N]>[1];

export type CartAction = { [N in Name]: { type: `cart/${N}`; payload: Payload<N> } }[Name];

const creator =
  <N extends Name>(name: N) =>
  (payload: Payload<N>): CartAction =>
    ({ type: `cart/${name}`, payload }) as CartAction;

export function cartReducer(state: CartState, { type, payload }: CartAction): CartState {
  const reduce = reducers[type.slice('cart/'.length) as Name] as (
    state: CartState,
    payload: unknown,
  ) => CartState;
  return reduce(state, payload);
}

export const loadCart = creator('loadCart');
export const addProduct = creator('addProduct');
export const removeProduct = creator('removeProduct');
export const replaceProducts = creator('replaceProducts');
export const clearCart = (): CartAction => creator('clearCart')(undefined);
export const setBillingDetails = creator('setBillingDetails');
export const noteOrder = creator('noteOrder');
export const clearOrder = (): CartAction => creator('clearOrder')(null);
export const setDiscount = creator('setDiscount');
export const setCartId = creator('setCartId');
export const setPurchase = creator('setPurchase');
export const finishPurchase = (orderId: string): CartAction =>
  creator('finishPurchase')({ orderId, paidAtMs: Date.now() });

export const asTempProduct = ({ name, priceCents, ...product }: TempProduct): TempProduct => ({
  name,
  priceCents,
  ...renewalFieldsIn(product),
});

/**
 * The amount charged today: the price if set, else the subscription price. Null: the price needs evaluation.
 */
export function asCartProduct(product: Product): CartProduct | null {
  const dollars = product.price ?? product.subscriptionPrice;
  if (dollars === null) return null;
  return {
    id: product.id,
    name: product.name,
    priceCents: fromDollars(dollars),
    type: product.type,
    period: product.subscriptionPeriod,
    renewalCents:
      product.subscriptionPeriod === null ? null : fromDollars(product.subscriptionPrice ?? dollars),
    image: product.image,
  };
}
