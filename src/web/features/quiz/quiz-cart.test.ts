/** Quiz suggestions and their costs, with complete and incomplete catalogs. */
import type { Product } from '#web/features/cart/cart.ts';
import { expect, test } from 'vitest';
import { cartOf, costsOf } from './quiz-cart.ts';
import type { Plan } from './rules.ts';

const product = (id: string, changes: Partial<Product> = {}): Product => ({
  id,
  name: id,
  price: 100,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/x.svg',
  productBenefits: [],
  ...changes,
});
const monthly = product('us-phone-number', {
  price: 24.99,
  type: 'subscription',
  subscriptionPrice: 14.99,
  subscriptionPeriod: 'month',
});
const yearly = product('registered-agent', {
  price: null,
  type: 'subscription',
  subscriptionPrice: 119,
  subscriptionPeriod: 'year',
});
const unpriced = product('visa-application-support', { price: null });
const parts = [product('wyoming-llc', { price: 349 }), product('ein-filing', { price: 149.5 })];
const plan: Plan = {
  now: [
    { id: 'wyoming-llc', reason: 'A company.' },
    { id: 'ein-filing', reason: 'Its number.' },
    { id: 'us-phone-number', reason: 'A phone.' },
  ],
  later: [{ id: 'registered-agent', reason: 'After a year.' }],
  notes: ['A note.'],
};
const firstOf = (products: Product[]): [string, string][] =>
  cartOf(plan, products).now.map((item) => [item.product.id, item.reason]);

test('unavailable products are left out, and the rest keeps its order', () => {
  expect(firstOf([monthly, ...parts])).toEqual([
    ['wyoming-llc', 'A company.'],
    ['ein-filing', 'Its number.'],
    ['us-phone-number', 'A phone.'],
  ]);
  expect(firstOf([monthly])).toEqual([['us-phone-number', 'A phone.']]);
  expect(cartOf(plan, [])).toEqual({ now: [], later: [], notes: ['A note.'] });
});

test('the start package replaces its parts where it is cheaper, and only there', () => {
  const at = (price: number | null): Product => product('start-package', { price });
  expect(firstOf([...parts, monthly, at(449)])).toEqual([
    ['start-package', 'A company. Its number.'],
    ['us-phone-number', 'A phone.'],
  ]);
  for (const dear of [at(498.5), at(600), at(null)])
    expect(firstOf([...parts, dear]).map(([id]) => id)).toEqual(['wyoming-llc', 'ein-filing']);
  expect(firstOf([...parts.slice(0, 1), at(100)]).map(([id]) => id)).toEqual(['wyoming-llc']);
});

test("the total is today's charge, and a year of renewals counts twelve months", () => {
  expect(costsOf([...parts, monthly, yearly, unpriced])).toEqual({
    today: 34_900 + 14_950 + 2_499 + 11_900,
    renewalsPerYear: 12 * 1_499 + 11_900,
  });
  expect(costsOf([unpriced])).toEqual({ today: 0, renewalsPerYear: 0 });
});
