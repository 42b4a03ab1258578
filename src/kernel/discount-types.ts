/**
 * The types of discount that a code can give, each defined once. Prices, storage, the API, the console, and
 * its files derive from this table. `docs/how-to/add-a-coupon-type.md` adds a type.
 */
import { type Cents, cents, formatMoney, fromDollars, share } from './money.ts';
import type { RenewalOffer } from './renewal-offer.ts';

export type Discount = { kind: 'fixed_amount'; amount: Cents } | { kind: 'percentage'; basisPoints: number };
export type DiscountType = Discount['kind'];

/** In the order of the API. */
export const discountTypes = ['fixed_amount', 'percentage'] as const satisfies readonly DiscountType[];

/** A code has a value in the column of its type. The others are null. */
export const discountColumns = ['amount_cents', 'basis_points'] as const;
type DiscountColumn = (typeof discountColumns)[number];

/** `price`: what the product costs today. `renewal`: null for a product that does not renew. */
export type Line = { productId: string; price: Cents; renewal: RenewalOffer | null };

type Definition<D extends Discount> = {
  /** The name of the type in the console. */
  label: string;
  /** The name of its unit in the console's form. */
  unit: string;
  /** The name of its unit in exported and imported files. */
  fileUnit: string;
  /** True for an amount in dollars. */
  isMoney: boolean;
  column: DiscountColumn;
  /** How many of the stored unit make one of the amount on the wire. */
  perUnit: number;
  toDiscount(stored: number): D;
  toStored(discount: D): number;
  /** Why staff cannot save this amount; null if they can. */
  problemWith(amount: number): string | null;
  /** The amount on the wire as the console shows it. */
  describe(amount: number): string;
  /** What it takes off an order. `subtotal`: of the products in scope. May exceed it. */
  offOrder(discount: D, subtotal: Cents): Cents;
  /** What it takes off a renewal. `part`: this product's part of what it takes off the order. */
  offRenewal(discount: D, price: Cents, part: () => Cents): Cents;
};

/** In the order of the console. */
const definitions: { [Kind in DiscountType]: Definition<Extract<Discount, { kind: Kind }>> } = {
  percentage: {
    label: 'Percentage',
    unit: 'Percent',
    fileUnit: 'percent',
    isMoney: false,
    column: 'basis_points',
    perUnit: 100,
    toDiscount: (basisPoints) => ({ kind: 'percentage', basisPoints }),
    toStored: ({ basisPoints }) => basisPoints,
    problemWith: (amount) => (amount > 100 ? 'At most 100%' : null),
    describe: (amount) => `${amount} %`,
    offOrder: ({ basisPoints }, subtotal) => share(subtotal, basisPoints),
    offRenewal: ({ basisPoints }, price) => share(price, basisPoints),
  },
  fixed_amount: {
    label: 'Fixed amount',
    unit: 'Dollars',
    fileUnit: 'US dollars',
    isMoney: true,
    column: 'amount_cents',
    perUnit: 100,
    toDiscount: (amount) => ({ kind: 'fixed_amount', amount: cents(amount) }),
    toStored: ({ amount }) => amount,
    problemWith: () => null,
    describe: (amount) => formatMoney(fromDollars(amount)),
    offOrder: ({ amount }) => amount,
    // Divided among the products once, so two subscriptions of one order never get it twice.
    offRenewal: (_discount, price, part) => cents(Math.min(part(), price)),
  },
};

export const discountTypesInConsole = Object.keys(definitions) as DiscountType[];

export const definitionOf = (type: DiscountType): Definition<Discount> => definitions[type];
