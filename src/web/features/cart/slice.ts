/**
 * What the shopper has chosen, in this browser. Prices here are for showing: the server computes every amount again.
 * `tempCartProducts` and `tempDiscountCode` outlive the cart: they are what the success page lists after the cart was cleared.
 * Written by hand in Redux's own shape, because every page carries it and the toolkit would be half of our script (record 0007).
 */
import type * as contract from '#contract/catalog.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import type { z } from 'zod';

export type Product = z.input<typeof contract.Product>;

export type CartProduct = {
  id: string;
  name: string;
  priceCents: Cents;
  type: 'simple' | 'subscription';
  period: 'month' | 'year' | null;
  /** What a subscription costs from the second period on; the first may differ. In a summary: with the code. */
  renewalCents: Cents | null;
  image: string;
};

export type TempProduct = Pick<CartProduct, 'name' | 'priceCents' | 'period' | 'renewalCents'>;

/**
 * `amount` and `minimumSpend` as the server sends them: dollars, or per cent for a percentage. `productIds`: the products that the code
 * applies to, where it does not apply to all.
 */
export type Discount = {
  code: string;
  discountType: 'fixed_amount' | 'percentage';
  amount: number;
  productIds?: string[];
  minimumSpend?: number;
  /** The code lowers renewals too; left out: the first period only. */
  subscriptionPeriods?: 'every';
};

/** The billing form as typed, finished or not. Kept in memory here and on the server's cart, never in browser storage. */
export type BillingDraft = {
  firstName: string;
  lastName: string;
  email: string;
  confirmEmail: string;
  phoneNumber: string;
  address: string;
  country: string;
  /** For the invoice, where the buyer is a company. */
  company: string;
  taxNumber: string;
};

/** One visible attempt to buy. The key is repeated until the content changes, so that no retry buys twice. */
export type Purchase = {
  key: string;
  fingerprint: string;
  orderId: string | null;
  isPaid: boolean;
  /** When this browser first heard that it is paid. */
  paidAtMs?: number;
};

export type StoredCart = {
  cartProducts: CartProduct[];
  tempCartProducts: TempProduct[];
  tempDiscountCode: string | null;
  /** The order that those two are of. */
  tempOrderId: string | null;
  discount: Discount | null;
  purchase: Purchase | null;
  cartId: string | null;
};

export type CartState = StoredCart & {
  billingDetails: BillingDraft;
  /** False on the server and during hydration: until storage was read, nobody knows whether the cart is empty. */
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
  company: '',
  taxNumber: '',
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

/** Each action by its name: what the cart is after it. A state that did not change is the same object. */
const reducers = {
  /** What storage holds, at start and whenever another tab changed it. */
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
  /** Empties the product list only; the rest has its own life. */
  clearCart: (state: CartState) => ({ ...state, cartProducts: [] }),
  setBillingDetails: (state: CartState, billingDetails: BillingDraft) => ({ ...state, billingDetails }),
  /** What is being bought, for the summary afterwards. */
  noteOrder: (state: CartState, { orderId, products, discountCode }: NotedOrder) => ({
    ...state,
    tempOrderId: orderId,
    tempCartProducts: products,
    tempDiscountCode: discountCode,
  }),
  /** The summary of an order was read: nothing of it stays. */
  forgetOrder: (state: CartState, _nothing: null) => ({ ...state, tempOrderId: null, tempCartProducts: [], tempDiscountCode: null }),
  setDiscount: (state: CartState, discount: Discount | null) => ({ ...state, discount }),
  setCartId: (state: CartState, cartId: string | null) => ({ ...state, cartId }),
  setPurchase: (state: CartState, purchase: Purchase | null) => ({ ...state, purchase }),
  /** The server says paid: the cart, its code and its server copy are used up; the summary stays. */
  finishPurchase: (state: CartState, { orderId, paidAtMs }: { orderId: string; paidAtMs: number }) => ({
    ...state,
    purchase: { key: state.purchase?.key ?? '', fingerprint: state.purchase?.fingerprint ?? '', orderId, isPaid: true, paidAtMs },
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
  const reduce = reducers[type.slice('cart/'.length) as Name] as (state: CartState, payload: unknown) => CartState;
  return reduce(state, payload);
}

export const loadCart = creator('loadCart');
export const addProduct = creator('addProduct');
export const removeProduct = creator('removeProduct');
export const replaceProducts = creator('replaceProducts');
export const clearCart = (): CartAction => creator('clearCart')(undefined);
export const setBillingDetails = creator('setBillingDetails');
export const noteOrder = creator('noteOrder');
export const forgetOrder = (): CartAction => creator('forgetOrder')(null);
export const setDiscount = creator('setDiscount');
export const setCartId = creator('setCartId');
export const setPurchase = creator('setPurchase');
export const finishPurchase = (orderId: string): CartAction => creator('finishPurchase')({ orderId, paidAtMs: Date.now() });

export const asTempProduct = ({ name, priceCents, period, renewalCents }: TempProduct): TempProduct => ({
  name,
  priceCents,
  period,
  renewalCents,
});

/** What is charged today: the price when set, else the subscription's. Null means that the price needs evaluation. */
export function asCartProduct(product: Product): CartProduct | null {
  const dollars = product.price ?? product.subscriptionPrice;
  if (dollars === null) return null;
  return {
    id: product.id,
    name: product.name,
    priceCents: fromDollars(dollars),
    type: product.type,
    period: product.subscriptionPeriod,
    renewalCents: product.subscriptionPeriod === null ? null : fromDollars(product.subscriptionPrice ?? dollars),
    image: product.image,
  };
}
