/** Totals shown to the shopper. The server computes them again with its own prices and is authoritative. */
import { decodeDiscount } from '#kernel/discount-codec.ts';
import {
  discountOn,
  isInScope,
  type Line,
  offerWith,
  type Reduction,
  type Unmet,
  unmetBy,
} from '#kernel/discounts.ts';
import { add, type Cents, cents, fromDollars, largestCharge, subtract, zero } from '#kernel/money.ts';
import { offerOf, type RenewalFields, renewalFieldsOf } from '#web/features/cart/stored-fields.ts';
import type { CartProduct, Discount } from '#web/features/cart/cart.ts';

export type Totals = { subtotalCents: Cents; discountCents: Cents; totalCents: Cents };

/** The card processor's minimum payment. */
export const smallestCardPayment = cents(50);

type Priced = Pick<CartProduct, 'id' | 'priceCents'> & RenewalFields;

const lineOf = ({ id, priceCents, ...product }: Priced): Line => ({
  productId: id,
  price: priceCents,
  renewal: offerOf(product),
});
const linesOf = (products: Priced[]): Line[] => products.map(lineOf);

const reductionOf = ({ productIds, minimumSpend, ...discount }: Discount): Reduction => ({
  discount: decodeDiscount(discount),
  productIds: productIds ?? null,
  minimumSpend: minimumSpend === undefined ? null : fromDollars(minimumSpend),
});

/** The condition of a code that these products do not meet; null if they meet all. */
export const unmetOf = (products: Priced[], discount: Discount): Unmet | null =>
  unmetBy(linesOf(products), reductionOf(discount));

/**
 * The code that applies to these products. A code with an unmet condition gives no discount and is not sent.
 */
export const codeFor = (products: Priced[], discount: Discount | null): Discount | null =>
  discount === null || unmetOf(products, discount) !== null ? null : discount;

export function totalsOf(products: Priced[], discount: Discount | null): Totals {
  const subtotalCents = subtotalOf(products);
  const code = codeFor(products, discount);
  const discountCents = code === null ? zero : discountOn(linesOf(products), reductionOf(code));
  return { subtotalCents, discountCents, totalCents: subtract(subtotalCents, discountCents) };
}

/** A renewal below the minimum card payment is not charged. */
export const isRenewing = ({ period, renewalCents }: RenewalFields): boolean =>
  period !== null && renewalCents !== null && renewalCents >= smallestCardPayment;

/** The renewal amounts, with the code applied. */
export function withRenewals<P extends Priced>(products: P[], discount: Discount | null): P[] {
  const code = codeFor(products, discount);
  if (code === null) return products;
  const reduction = {
    ...reductionOf(code),
    subscriptionPeriods: code.subscriptionPeriods ?? ('first' as const),
  };
  const lines = linesOf(products);
  return products.map((product) => ({
    ...product,
    ...renewalFieldsOf(offerWith(lineOf(product), lines, reduction)),
  }));
}

export const subtotalOf = (products: Pick<CartProduct, 'priceCents'>[]): Cents =>
  add(...products.map(({ priceCents }) => priceCents));

/** The names of the products that a code is limited to; null if it applies to all of these. */
export function namesInScope(
  products: (Priced & Pick<CartProduct, 'name'>)[],
  discount: Discount,
): string[] | null {
  const reduction = reductionOf(discount);
  const inScope = products.filter((product) => isInScope(lineOf(product), reduction));
  return inScope.length === products.length ? null : inScope.map(({ name }) => name);
}

export type Charge = 'card' | 'free' | 'too_small' | 'too_large' | 'card_needed';

/** How a total is paid: zero needs no card unless something renews. A card pays $0.50 to $999,999.99. */
export function chargeFor(total: Cents, isRenewing: boolean): Charge {
  if (total === 0) return isRenewing ? 'card_needed' : 'free';
  if (total > largestCharge) return 'too_large';
  return total < smallestCardPayment ? 'too_small' : 'card';
}
