/** The discount of a code on the wire and in storage, converted to the one that the rules use and back. */
import { definitionOf, type Discount, discountColumns, type DiscountType } from './discount-types.ts';

/** `amount`: in the unit of the type, such as dollars or percent, with at most two decimals. */
export type WireDiscount = { discountType: DiscountType; amount: number };

export function decodeDiscount({ discountType, amount }: WireDiscount): Discount {
  const { perUnit, toDiscount } = definitionOf(discountType);
  return toDiscount(Math.round(amount * perUnit));
}

export function encodeDiscount(discount: Discount): WireDiscount {
  const { perUnit, toStored } = definitionOf(discount.kind);
  return { discountType: discount.kind, amount: toStored(discount) / perUnit };
}

type Columns = { [Column in (typeof discountColumns)[number]]: number | null };

export const discountFromColumns = ({ kind, ...columns }: Columns & { kind: DiscountType }): Discount =>
  definitionOf(kind).toDiscount(Number(columns[definitionOf(kind).column]));

export const discountToColumns = (discount: Discount): Columns & { kind: DiscountType } => {
  const { column, toStored } = definitionOf(discount.kind);
  const columns = discountColumns.map((name) => [name, name === column ? toStored(discount) : null]);
  return { kind: discount.kind, ...(Object.fromEntries(columns) as Columns) };
};
