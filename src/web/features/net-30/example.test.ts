/** The worked example of the explainer keeps the rules of the book, whatever the catalog asks. */
import { cents, formatMoney } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { expect, test } from 'vitest';
import { workedExample } from './example.ts';

const catalog = (logo: number, report = 9_900): CatalogPrices => ({
  'logo-design': { name: 'Logo design', today: cents(logo) },
  'annual-report': { name: 'Annual report filing', today: cents(report) },
});

test('an order of $318.95 becomes two invoices, each due after 30 days, and a bonus of a tenth', () => {
  const { items, total, happenings, bonus } = workedExample(catalog(21_995));
  expect(items.map(({ name, price }) => [name, formatMoney(price)])).toEqual([
    ['Logo design', '$219.95'],
    ['Annual report filing', '$99.00'],
  ]);
  expect([total, bonus].map(formatMoney)).toEqual(['$318.95', '$31.90']);
  expect(happenings.flatMap(({ invoice }) => invoice ?? [])).toEqual([
    { number: 1, amount: 15_948, due: '2027-03-31' },
    { number: 2, amount: 15_947, due: '2027-04-14' },
  ]);
  expect(happenings.map(({ day, available, limit }) => [day, formatMoney(available), formatMoney(limit)])).toEqual([
    ['2027-03-01', '$181.05', '$500.00'],
    ['2027-03-15', '$181.05', '$500.00'],
    ['2027-03-22', '$340.53', '$500.00'],
    ['2027-04-12', '$531.90', '$531.90'],
  ]);
});

for (const [reason, prices] of [
  ['a service is gone', {}],
  ['the sum is even', catalog(21_900)],
  ['the sum is above the first limit', catalog(45_001)],
] as const) {
  test(`when ${reason}, an order of $349.01 stands in, with the odd cent on the first invoice`, () => {
    const example = workedExample(prices);
    expect([example.total, ...example.halves].map(formatMoney)).toEqual(['$349.01', '$174.51', '$174.50']);
  });
}
