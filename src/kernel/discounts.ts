/**
 * Computes the discount of a code and the conditions on the cart. Checkout's preview and the server call the
 * same functions, so both agree to the cent. Only the server knows who may use a code, and how often.
 */
import { phrase } from './language.ts';
import type { ErrorCode } from './errors.ts';
import { add, type Cents, cents, share } from './money.ts';

export type Discount = { kind: 'fixed_amount'; amount: Cents } | { kind: 'percentage'; basisPoints: number };

export type Line = { productId: string; price: Cents };

/**
 * `productIds`: the products that the code applies to; null: all. `minimumSpend`: of those products; null:
 * none.
 */
export type Reduction = {
  discount: Discount;
  productIds: readonly string[] | null;
  minimumSpend: Cents | null;
};

export const isInScope = (productId: string, { productIds }: Pick<Reduction, 'productIds'>): boolean =>
  productIds === null || productIds.includes(productId);

const inScope = (lines: readonly Line[], reduction: Pick<Reduction, 'productIds'>): Line[] =>
  lines.filter(({ productId }) => isInScope(productId, reduction));

const sumOf = (lines: readonly Line[]): Cents => add(...lines.map(({ price }) => price));

/**
 * Never more than the price of the products in scope, so we never owe the shopper money. Percentages are
 * rounded half up, once.
 */
export function discountOn(
  lines: readonly Line[],
  reduction: Pick<Reduction, 'discount' | 'productIds'>,
): Cents {
  const { discount } = reduction;
  const subtotal = sumOf(inScope(lines, reduction));
  const fullDiscount =
    discount.kind === 'fixed_amount' ? discount.amount : share(subtotal, discount.basisPoints);
  return cents(Math.min(fullDiscount, subtotal));
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
export function partOf(
  productId: string,
  lines: readonly Line[],
  reduction: Pick<Reduction, 'discount' | 'productIds'>,
): Cents {
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
export type RenewalReduction = Pick<Reduction, 'discount' | 'productIds'> & {
  subscriptionPeriods: 'first' | 'every';
};

/**
 * The discount on each renewal of an order's subscription. A percentage applies to the renewal's price. A
 * fixed amount is divided among the products once, so two subscriptions of one order never get it twice.
 * `lines`: the lines of the order.
 */
export function discountOnRenewal(renewal: Line, lines: readonly Line[], reduction: RenewalReduction): Cents {
  const { productId, price } = renewal;
  if (reduction.subscriptionPeriods === 'first' || !isInScope(productId, reduction)) return cents(0);
  if (reduction.discount.kind === 'percentage') return share(price, reduction.discount.basisPoints);
  return cents(Math.min(partOf(productId, lines, reduction), price));
}
