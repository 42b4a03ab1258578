/** The discount of a code on the wire and in browser storage, converted to the one that the rules use and back. */
import type { Discount } from './discounts.ts';
import { fromDollars, toDollars } from './money.ts';

export const discountTypes = ['fixed_amount', 'percentage'] as const satisfies readonly Discount['kind'][];

/** `amount`: dollars, or percent for a percentage; at most two decimals. */
export type WireDiscount = { discountType: (typeof discountTypes)[number]; amount: number };

export const isDiscountType = (value: unknown): value is WireDiscount['discountType'] =>
  discountTypes.some((type) => type === value);

const basisPointsPerPercent = 100;

export const decodeDiscount = ({ discountType, amount }: WireDiscount): Discount =>
  discountType === 'fixed_amount'
    ? { kind: discountType, amount: fromDollars(amount) }
    : { kind: discountType, basisPoints: Math.round(amount * basisPointsPerPercent) };

export const encodeDiscount = (discount: Discount): WireDiscount => ({
  discountType: discount.kind,
  amount:
    discount.kind === 'fixed_amount'
      ? toDollars(discount.amount)
      : discount.basisPoints / basisPointsPerPercent,
});
