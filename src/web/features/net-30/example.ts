/**
 * One order on credit, followed from the day it is placed to the day the limit rises. Pure. The amounts are the catalog's,
 * the rules are the published terms, so the page cannot promise other numbers than the shop keeps.
 */
import { creditTerms, dueDate, halves, onTimeBonus } from '#kernel/credit-terms.ts';
import { add, type Cents, cents, subtract } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';

export type Item = { name: string; price: Cents };
export type Happening = {
  day: string;
  what: string;
  invoice?: { number: 1 | 2; amount: Cents; due: string };
  available: Cents;
  limit: Cents;
};
export type Example = { items: Item[]; total: Cents; happenings: Happening[]; halves: readonly [Cents, Cents]; bonus: Cents };

/** Two services that a new company can buy on credit; their sum is odd, so that the odd cent can be seen. */
export const exampleIds = ['logo-design', 'annual-report'] as const;

/** Told instead when the catalog has changed: a sum that is odd and below the first limit. */
const anyOrder: Item[] = [{ name: 'Services', price: cents(34_901) }];

const days = { ordered: '2027-03-01', firstPaid: '2027-03-22', done: '2027-03-15', secondPaid: '2027-04-12' } as const;

export function workedExample(prices: CatalogPrices): Example {
  const items = itemsOf(prices);
  const total = add(...items.map(({ price }) => price));
  const [first, second] = halves(total);
  const bonus = onTimeBonus(total, creditTerms.firstLimit);
  const start = creditTerms.firstLimit;
  const spent = subtract(start, total);
  const happenings: Happening[] = [
    {
      day: days.ordered,
      what: 'You place the order on credit. The first invoice is issued at once.',
      invoice: { number: 1, amount: first, due: dueDate(days.ordered) },
      available: spent,
      limit: start,
    },
    {
      day: days.done,
      what: 'The work is done. The second invoice is issued.',
      invoice: { number: 2, amount: second, due: dueDate(days.done) },
      available: spent,
      limit: start,
    },
    { day: days.firstPaid, what: 'You pay the first invoice, nine days early.', available: add(spent, first), limit: start },
    {
      day: days.secondPaid,
      what: `You pay the second invoice, two days early. Both were on time, so the limit rises by ${creditTerms.bonusBasisPoints / 100}% of the order.`,
      available: add(start, bonus),
      limit: add(start, bonus),
    },
  ];
  return { items, total, happenings, halves: [first, second], bonus };
}

function itemsOf(prices: CatalogPrices): Item[] {
  const items = exampleIds.flatMap((id) => {
    const { name, today, renewal } = prices[id] ?? {};
    return name !== undefined && typeof today === 'number' && renewal === undefined ? [{ name, price: today }] : [];
  });
  const total = add(...items.map(({ price }) => price));
  return items.length === exampleIds.length && total % 2 === 1 && total < creditTerms.firstLimit ? items : anyOrder;
}
