/**
 * The shopper's cart in this browser. Prices are for display: the server computes every amount again.
 * `tempCartProducts` and `tempDiscountCode` remain after the cart is cleared; the success page lists them.
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

type NotedOrder = { orderId: string; products: TempProduct[]; discountCode: string | null };

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

/** A change for the cart store. It returns the same object when nothing changes. */
export type CartChange = (cart: CartState) => CartState;

/** Loads the cart from storage, at startup and after another tab changed it. */
export const loadCart =
  (stored: StoredCart): CartChange =>
  (cart) => ({ ...cart, ...stored, isLoaded: true });

export const addProduct =
  (product: CartProduct): CartChange =>
  (cart) =>
    cart.cartProducts.some(({ id }) => id === product.id) || cart.cartProducts.length >= maxCartProducts
      ? cart
      : { ...cart, cartProducts: [...cart.cartProducts, product] };

export const removeProduct =
  (productId: string): CartChange =>
  (cart) => ({ ...cart, cartProducts: cart.cartProducts.filter(({ id }) => id !== productId) });

export const replaceProducts =
  (cartProducts: CartProduct[]): CartChange =>
  (cart) => ({ ...cart, cartProducts });

/**
 * Empties the product list only.
 * @public Part of the specification; pages clear the cart with `finishPurchase`.
 */
export const clearCart = (): CartChange => replaceProducts([]);

export const setBillingDetails =
  (billingDetails: BillingDraft): CartChange =>
  (cart) => ({ ...cart, billingDetails });

/** Records what is being bought, for the summary afterwards. */
export const noteOrder =
  ({ orderId, products, discountCode }: NotedOrder): CartChange =>
  (cart) => ({
    ...cart,
    tempOrderId: orderId,
    tempCartProducts: products,
    tempDiscountCode: discountCode,
  });

/** Clears the order summary after it was read. */
export const clearOrder = (): CartChange => (cart) => ({
  ...cart,
  tempOrderId: null,
  tempCartProducts: [],
  tempDiscountCode: null,
});

export const setDiscount =
  (discount: Discount | null): CartChange =>
  (cart) => ({ ...cart, discount });

export const setCartId =
  (cartId: string | null): CartChange =>
  (cart) => ({ ...cart, cartId });

export const setPurchase =
  (purchase: Purchase | null): CartChange =>
  (cart) => ({ ...cart, purchase });

/** The server confirmed the payment: clears the cart, its code, and its server id. The summary stays. */
export const finishPurchase = (orderId: string): CartChange => {
  const paidAtMs = Date.now();
  return (cart) => ({
    ...cart,
    purchase: {
      key: cart.purchase?.key ?? '',
      fingerprint: cart.purchase?.fingerprint ?? '',
      orderId,
      isPaid: true,
      paidAtMs,
    },
    cartProducts: [],
    discount: null,
    cartId: null,
  });
};

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
