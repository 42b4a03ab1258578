/**
 * Reads and writes the cart in browser storage. Storage may contain anything: invalid data is dropped. Two
 * keys: `stateside.cart` (JSON, no personal data) and `stateside.cartId` (the id of the server's copy, plain
 * text). Validated by hand instead of Zod, because every page of the shop loads this file.
 */
import { idPattern } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { isDiscountType, readRenewalFields } from './stored-fields.ts';
import {
  type CartProduct,
  type Discount,
  maxCartProducts,
  type Purchase,
  type StoredCart,
  type TempProduct,
} from './cart.ts';

export const cartKey = 'stateside.cart';
export const cartIdKey = 'stateside.cartId';

export const cartVersion = 1;
const maxCents = 100_000_000;

type Fields = Record<string, unknown>;

/** Null for anything that this version does not write. */
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxCents;
const isDollars = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1_000_000;
const isOrderId = (value: unknown): value is string =>
  typeof value === 'string' && idPattern('ord').test(value);
/** A timestamp in the range of `Date`. */
const isMoment = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15;
/** One of our images: an absolute path on this origin. `//host` would be another origin. */
const isOwnPath = (value: unknown): value is string => isText(value, 300) && /^\/(?!\/)[\w./-]+$/.test(value);

function readProduct(value: unknown): CartProduct | null {
  const fields = fieldsOf(value);
  if (!fields) return null;
  const { id, type, image } = fields;
  const priced = readTempProduct(fields);
  if (!isText(id, 60) || !/^[a-z0-9-]+$/.test(id) || !priced || !isOwnPath(image)) return null;
  if (type !== 'simple' && type !== 'subscription') return null;
  return { ...priced, id, type, image };
}

function readTempProduct(value: unknown): TempProduct | null {
  const fields = fieldsOf(value);
  if (!fields) return null;
  const { name, priceCents } = fields;
  const renewal = readRenewalFields(fields, isAmount);
  if (!isText(name, 200) || !isAmount(priceCents) || renewal === null) return null;
  return { name, priceCents: cents(priceCents), ...renewal };
}

function readDiscount(value: unknown): Discount | null {
  const fields = fieldsOf(value);
  if (!fields) return null;
  const { code, discountType, amount, productIds, minimumSpend, subscriptionPeriods } = fields;
  if (!isText(code, 64) || !isDollars(amount)) return null;
  if (!isDiscountType(discountType)) return null;
  if (productIds !== undefined && !(Array.isArray(productIds) && productIds.every((id) => isText(id, 60))))
    return null;
  if (minimumSpend !== undefined && !isDollars(minimumSpend)) return null;
  if (subscriptionPeriods !== undefined && subscriptionPeriods !== 'every') return null;
  return {
    code,
    discountType,
    amount,
    ...(productIds && { productIds }),
    ...(minimumSpend !== undefined && { minimumSpend }),
    ...(subscriptionPeriods && { subscriptionPeriods }),
  };
}

function readPurchase(value: unknown): Purchase | null {
  const fields = fieldsOf(value);
  if (!fields) return null;
  const { key, fingerprint, orderId, isPaid, paidAtMs } = fields;
  if (
    typeof key !== 'string' ||
    !/^[\w-]{0,64}$/.test(key) ||
    typeof fingerprint !== 'string' ||
    fingerprint.length > 64
  )
    return null;
  if (orderId !== null && !isOrderId(orderId)) return null;
  return { key, fingerprint, orderId, isPaid: isPaid === true, ...(isMoment(paidAtMs) ? { paidAtMs } : {}) };
}

/** Reads a list entry by entry, so one invalid entry does not lose the others. */
function readList<T>(value: unknown, read: (entry: unknown) => T | null): T[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, maxCartProducts)
    .map(read)
    .filter((entry) => entry !== null);
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Parses the two stored texts. Hostile, foreign, and outdated content reads as empty. */
export function readStoredCart(cartText: string | null, cartIdText: string | null): StoredCart {
  const fields = cartText === null || cartText.length > 100_000 ? null : fieldsOf(parseJson(cartText));
  const current = fields?.version === cartVersion ? fields : {};
  const products = readList(current.cartProducts, readProduct);
  return {
    cartProducts: products.filter(
      ({ id }, index) => products.findIndex((other) => other.id === id) === index,
    ),
    tempCartProducts: readList(current.tempCartProducts, readTempProduct),
    tempDiscountCode: isText(current.tempDiscountCode, 64) ? current.tempDiscountCode : null,
    tempOrderId: isOrderId(current.tempOrderId) ? current.tempOrderId : null,
    discount: readDiscount(current.discount),
    purchase: readPurchase(current.purchase),
    cartId: cartIdText !== null && idPattern('cart').test(cartIdText) ? cartIdText : null,
  };
}

/**
 * The text for `stateside.cart`. Null if there is nothing to store, so an unused shop leaves no trace. A cart
 * with a server id is stored even if empty. Otherwise its items would count as lost and be restored.
 */
export function writeStoredCart({
  cartProducts,
  tempCartProducts,
  tempDiscountCode,
  tempOrderId,
  discount,
  purchase,
  cartId,
}: StoredCart): string | null {
  const isEmpty = cartProducts.length === 0 && tempCartProducts.length === 0;
  if (isEmpty && discount === null && purchase === null && cartId === null) return null;
  return JSON.stringify({
    version: cartVersion,
    cartProducts,
    tempCartProducts,
    tempDiscountCode,
    tempOrderId,
    discount,
    purchase,
  });
}
