/**
 * What the shopper has chosen, in this browser. Prices here are for showing: the server computes every amount again.
 * `tempCartProducts` and `tempDiscountCode` outlive the cart: they are what the success page lists after the cart was cleared.
 */
import type { Answer } from '#contract/endpoint.ts';
import type { listProducts } from '#contract/catalog.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Product = Answer<typeof listProducts>[number];

export type CartProduct = {
  id: string;
  name: string;
  priceCents: Cents;
  type: 'simple' | 'subscription';
  period: 'month' | 'year' | null;
  /** What a subscription costs from the second period on; the first may differ. */
  renewalCents: Cents | null;
  image: string;
};

export type TempProduct = Pick<CartProduct, 'name' | 'priceCents' | 'period' | 'renewalCents'>;

/** `amount` is dollars for `fixed_amount` and per cent of the subtotal otherwise, as the server sends it. */
export type Discount = { code: string; discountType: 'fixed_amount' | 'percentage'; amount: number };

/** The billing form as typed, finished or not. Kept in memory here and on the server's cart, never in browser storage. */
export type BillingDraft = {
  firstName: string;
  lastName: string;
  email: string;
  confirmEmail: string;
  phoneNumber: string;
  address: string;
  country: string;
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
  discount: Discount | null;
  purchase: Purchase | null;
  cartId: string | null;
};

export type CartState = StoredCart & {
  billingDetails: BillingDraft;
  /** False on the server and during hydration: until storage was read, nobody knows whether the cart is empty. */
  isLoaded: boolean;
};

export const maxCartProducts = 50;

export const emptyBilling: BillingDraft = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  phoneNumber: '',
  address: '',
  country: '',
};

export const emptyStoredCart: StoredCart = {
  cartProducts: [],
  tempCartProducts: [],
  tempDiscountCode: null,
  discount: null,
  purchase: null,
  cartId: null,
};

const initialState: CartState = { ...emptyStoredCart, billingDetails: emptyBilling, isLoaded: false };

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    /** What storage holds, at start and whenever another tab changed it. */
    loadCart: (state, { payload }: PayloadAction<StoredCart>) => ({ ...state, ...payload, isLoaded: true }),
    addProduct: (state, { payload }: PayloadAction<CartProduct>) => {
      if (state.cartProducts.some(({ id }) => id === payload.id) || state.cartProducts.length >= maxCartProducts) return;
      state.cartProducts.push(payload);
    },
    removeProduct: (state, { payload }: PayloadAction<string>) => {
      state.cartProducts = state.cartProducts.filter(({ id }) => id !== payload);
    },
    replaceProducts: (state, { payload }: PayloadAction<CartProduct[]>) => {
      state.cartProducts = payload;
    },
    /** Empties the product list only; the rest has its own life. */
    clearCart: (state) => {
      state.cartProducts = [];
    },
    setBillingDetails: (state, { payload }: PayloadAction<BillingDraft>) => {
      state.billingDetails = payload;
    },
    /** What is being bought, for the summary afterwards. */
    noteOrder: (state, { payload }: PayloadAction<{ products: TempProduct[]; discountCode: string | null }>) => {
      state.tempCartProducts = payload.products;
      state.tempDiscountCode = payload.discountCode;
    },
    setDiscount: (state, { payload }: PayloadAction<Discount | null>) => {
      state.discount = payload;
    },
    setCartId: (state, { payload }: PayloadAction<string | null>) => {
      state.cartId = payload;
    },
    setPurchase: (state, { payload }: PayloadAction<Purchase | null>) => {
      state.purchase = payload;
    },
    /** The server says paid: the cart, its code and its server copy are used up; the summary stays. */
    finishPurchase: {
      prepare: (orderId: string) => ({ payload: { orderId, paidAtMs: Date.now() } }),
      reducer: (state, { payload: { orderId, paidAtMs } }: PayloadAction<{ orderId: string; paidAtMs: number }>) => {
        const { key, fingerprint } = state.purchase ?? { key: '', fingerprint: '' };
        state.purchase = { key, fingerprint, orderId, isPaid: true, paidAtMs };
        state.cartProducts = [];
        state.discount = null;
        state.cartId = null;
      },
    },
  },
});

export const {
  loadCart,
  addProduct,
  removeProduct,
  replaceProducts,
  clearCart,
  setBillingDetails,
  noteOrder,
  setDiscount,
  setCartId,
  setPurchase,
  finishPurchase,
} = cartSlice.actions;

export const asTempProduct = ({ name, priceCents, period, renewalCents }: CartProduct): TempProduct => ({
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
    renewalCents: product.subscriptionPrice === null ? null : fromDollars(product.subscriptionPrice),
    image: product.image,
  };
}
