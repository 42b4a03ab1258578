/** The example on the page follows the credit rules for any catalog prices. */
import { cents, formatMoney } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { expect, test } from 'vitest';
import { defaultSchedule } from '#kernel/credit-terms.ts';
import { type Days, follow, exampleOrder } from './example.ts';

const catalog = (logo: number, report = 9_900): CatalogPrices => ({
  'logo-design': { name: 'Logo design', today: cents(logo) },
  'annual-report': { name: 'Annual report filing', today: cents(report) },
});

test('an order of $318.95 becomes two invoices, each due after 30 days, and a bonus of a tenth', () => {
  const {
    items,
    total,
    events: exampleEvents,
    bonus,
  } = follow(exampleOrder(catalog(21_995), defaultSchedule.firstLimit), defaultSchedule);
  expect(items.map(({ name, price }) => [name, formatMoney(price)])).toEqual([
    ['Logo design', '$219.95'],
    ['Annual report filing', '$99.00'],
  ]);
  expect([total, bonus].map(formatMoney)).toEqual(['$318.95', '$31.90']);
  expect(exampleEvents.flatMap(({ invoice }) => invoice ?? [])).toEqual([
    { number: 1, amount: 15_948, due: '2027-03-31' },
    { number: 2, amount: 15_947, due: '2027-04-14' },
  ]);
  expect(
    exampleEvents.map(({ day, available, limit }) => [day, formatMoney(available), formatMoney(limit)]),
  ).toEqual([
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
  test(`when ${reason}, an order of $349.01 replaces it, with the odd cent on the first invoice`, () => {
    const example = follow(exampleOrder(prices, defaultSchedule.firstLimit), defaultSchedule);
    expect([example.total, ...example.halves].map(formatMoney)).toEqual(['$349.01', '$174.51', '$174.50']);
  });
}

const days: Days = {
  ordered: '2027-01-31',
  done: '2027-02-10',
  firstPaid: '2027-03-02',
  secondPaid: '2027-03-12',
};
const timeline = (changes: Partial<Days>) =>
  follow({ items: [], total: cents(30_000), days: { ...days, ...changes } }, defaultSchedule).events.map(
    ({ day, what, available, limit, isFrozen }) =>
      [day, what.replace(/ [A-Z].*$/, ''), formatMoney(available), formatMoney(limit), isFrozen] as const,
  );

test('paid on the last day is on time: the limit rises', () => {
  expect(timeline({}).slice(2)).toEqual([
    ['2027-03-02', 'You pay the first invoice, on the due date.', '$350.00', '$500.00', false],
    ['2027-03-12', 'You pay the second invoice, on the due date.', '$530.00', '$530.00', false],
  ]);
});

test('a day late freezes the account, gives no bonus, and the payment ends the freeze', () => {
  expect(timeline({ firstPaid: '2027-03-05' }).slice(2)).toEqual([
    ['2027-03-03', 'The first invoice is past due.', '$200.00', '$500.00', true],
    ['2027-03-05', 'You pay the first invoice, 3 days late.', '$350.00', '$500.00', false],
    ['2027-03-12', 'You pay the second invoice, on the due date.', '$500.00', '$500.00', false],
  ]);
});

test('while the other invoice is past due too, one payment does not end the freeze', () => {
  expect(timeline({ firstPaid: '2027-03-20', secondPaid: '2027-03-22' }).slice(2)).toEqual([
    ['2027-03-03', 'The first invoice is past due.', '$200.00', '$500.00', true],
    ['2027-03-13', 'The second invoice is past due.', '$200.00', '$500.00', true],
    ['2027-03-20', 'You pay the first invoice, 18 days late.', '$350.00', '$500.00', true],
    ['2027-03-22', 'You pay the second invoice, 10 days late.', '$500.00', '$500.00', false],
  ]);
});

test('the second may be paid before the first, or both on one day: the limit rises once', () => {
  for (const changes of [
    { secondPaid: '2027-02-11' },
    { secondPaid: '2027-03-01', firstPaid: '2027-03-01' },
  ]) {
    const all = follow({ items: [], total: cents(30_000), days: { ...days, ...changes } }, defaultSchedule);
    expect(all.events.filter(({ what }) => what.includes('the limit rises'))).toHaveLength(1);
    expect(all.events.at(-1)).toMatchObject({ available: 53_000, limit: 53_000 });
  }
});

test('a payment before completion counts at the end, when the limit rises', () => {
  expect(timeline({ firstPaid: '2027-02-01' }).map(([day]) => day)).toEqual([
    '2027-01-31',
    '2027-02-01',
    '2027-02-10',
    '2027-03-12',
  ]);
});
