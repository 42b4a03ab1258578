/**
 * Computes the discount of a code and the conditions on the cart. Checkout's preview and the server call the
 * same functions, so both agree to the cent. Only the server knows who may use a code, and how often.
 */
import { definitionOf, type Discount, type Line } from './discount-types.ts';
import { phrase } from './language.ts';
import type { ErrorCode } from './errors.ts';
import { add, type Cents, cents } from './money.ts';
import type { RenewalOffer } from './renewal-offer.ts';

export type { Discount, Line };

/**
 * `productIds`: the products that the code applies to; null: all. `minimumSpend`: of those products; null:
 * none.
 */
export type Reduction = {
  discount: Discount;
  productIds: readonly string[] | null;
  minimumSpend: Cents | null;
};

type Scope = Pick<Reduction, 'discount' | 'productIds'>;

export const isInScope = ({ productId }: Pick<Line, 'productId'>, { productIds }: Scope): boolean =>
  productIds === null || productIds.includes(productId);

const inScope = (lines: readonly Line[], reduction: Scope): Line[] =>
  lines.filter((line) => isInScope(line, reduction));

const sumOf = (lines: readonly Line[]): Cents => add(...lines.map(({ price }) => price));

/**
 * Never more than the price of the products in scope, so we never owe the shopper money. Percentages are
 * rounded half up, once.
 */
export function discountOn(lines: readonly Line[], reduction: Scope): Cents {
  const { discount } = reduction;
  const subtotal = sumOf(inScope(lines, reduction));
  return cents(Math.min(definitionOf(discount.kind).offOrder(discount, subtotal), subtotal));
}

export type Unmet = {
  code: Extract<ErrorCode, 'coupon_not_for_cart' | 'coupon_minimum_spend'>;
  message: string;
};

/** The first unmet condition, as a text for the shopper; null when the cart meets all. */
export function unmetBy(lines: readonly Line[], reduction: Reduction): Unmet | null {
  const counted = inScope(lines, reduction);
  if (counted.length === 0)
    return {
      code: 'coupon_not_for_cart',
      message: phrase('Coupon code does not apply to anything in your cart'),
    };
  const { minimumSpend, productIds } = reduction;
  if (minimumSpend === null || sumOf(counted) >= minimumSpend) return null;
  const amount = { cents: minimumSpend };
  const message =
    productIds === null
      ? phrase('Coupon code needs a subtotal of at least {amount}', { amount })
      : phrase('Coupon code needs a subtotal of at least {amount} of the products it applies to', { amount });
  return { code: 'coupon_minimum_spend', message };
}

/**
 * One product's part of the order's discount, in proportion to the prices in scope. Parts are whole cents and
 * add up to the discount.
 */
export function partOf(productId: string, lines: readonly Line[], reduction: Scope): Cents {
  const counted = inScope(lines, reduction);
  const index = counted.findIndex((line) => line.productId === productId);
  const subtotal = sumOf(counted);
  if (index < 0 || subtotal === 0) return cents(0);
  const discount = discountOn(lines, reduction);
  // The product of two amounts may exceed the safe integers.
  const upTo = (count: number): number =>
    Number((BigInt(discount) * BigInt(sumOf(counted.slice(0, count)))) / BigInt(subtotal));
  return cents(upTo(index + 1) - upTo(index));
}

/** For the periods of a subscription after the first. */
export type RenewalReduction = Scope & { subscriptionPeriods: 'first' | 'every' };

/** A renewal, at its price without a discount. */
export type RenewalLine = Pick<Line, 'productId' | 'price'>;

/** The discount on each renewal of an order's subscription. `lines`: the lines of the order. */
export function discountOnRenewal(
  renewal: RenewalLine,
  lines: readonly Line[],
  reduction: RenewalReduction,
): Cents {
  const { productId, price } = renewal;
  const { discount, subscriptionPeriods } = reduction;
  if (subscriptionPeriods === 'first' || !isInScope(renewal, reduction)) return cents(0);
  return definitionOf(discount.kind).offRenewal(discount, price, () => partOf(productId, lines, reduction));
}

/** How one of these lines renews with this code. Null for one that does not renew. */
export function offerWith(
  { productId, renewal }: Line,
  lines: readonly Line[],
  reduction: RenewalReduction,
): RenewalOffer | null {
  if (renewal === null) return null;
  const discount = discountOnRenewal({ productId, price: renewal.price }, lines, reduction);
  return { ...renewal, discount };
}
