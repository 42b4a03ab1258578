/** The suggestions as catalog products, and their total. Products not on sale are omitted. Pure. */
import { add, type Cents, cents } from '#kernel/money.ts';
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import type { Plan, Suggestion } from './rules.ts';

export type Suggested = { product: Product; reason: string };
export type QuizCart = { now: Suggested[]; later: Suggested[]; notes: string[] };

export function cartOf({ now, later, notes }: Plan, products: readonly Product[]): QuizCart {
  const onSale = (suggestions: readonly Suggestion[]): Suggested[] =>
    suggestions.flatMap(({ id, reason }) => {
      const product = products.find((each) => each.id === id);
      return product === undefined ? [] : [{ product, reason }];
    });
  return { now: packed(onSale(now), products), later: onSale(later), notes };
}

const startPackage = { id: 'start-package', parts: ['wyoming-llc', 'ein-filing'] };

/** Replaces parts with their package if that costs less. */
function packed(suggested: Suggested[], products: readonly Product[]): Suggested[] {
  const parts = suggested.filter(({ product }) => startPackage.parts.includes(product.id));
  const startPackageProduct = products.find(({ id }) => id === startPackage.id);
  if (startPackageProduct === undefined || parts.length < startPackage.parts.length) return suggested;
  const price = asCartProduct(startPackageProduct)?.priceCents;
  const separateTotal = costsOf(parts.map(({ product }) => product)).today;
  if (price === undefined || price >= separateTotal) return suggested;
  const reason = parts.map((part) => part.reason).join(' ');
  return [{ product: startPackageProduct, reason }, ...suggested.filter((each) => !parts.includes(each))];
}

export type Costs = { today: Cents; renewalsPerYear: Cents };

/** Excludes products whose price needs evaluation. A year of renewals is counted at today's prices. */
export function costsOf(products: readonly Product[]): Costs {
  const priced = products.flatMap((product) => asCartProduct(product) ?? []);
  return {
    today: add(...priced.map(({ priceCents }) => priceCents)),
    renewalsPerYear: add(
      ...priced.map(({ period, renewalCents }) => cents((renewalCents ?? 0) * (period === 'month' ? 12 : 1))),
    ),
  };
}
