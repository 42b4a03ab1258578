/** Parsing the visitor's order, and the messages for invalid input. */
import { expect, test } from 'vitest';
import { defaultSchedule } from '#kernel/credit-terms.ts';
import { readOrder } from './order-form.ts';

const days = { ordered: '2028-02-29', done: '2028-03-01', firstPaid: '2028-03-02', secondPaid: '2028-03-03' };
const read = (changes: Record<string, string> = {}) =>
  readOrder(new URLSearchParams({ total: '318.95', ...days, ...changes }), defaultSchedule.firstLimit);

test('an order is parsed to the cent, and an empty total shows no error', () => {
  expect(read()).toEqual({ order: { items: [], total: 31_895, days }, problem: null });
  expect(read({ total: ' $318.95 ' })?.order?.total).toBe(31_895);
  expect(read({ total: '84,5' })?.order?.total).toBe(8_450);
  expect(readOrder(new URLSearchParams({ ...days }), defaultSchedule.firstLimit)).toBeNull();
});

test.each([
  [{ total: '' }, 'total', 'Enter an amount in dollars, such as 318.95.'],
  [{ total: '12.505' }, 'total', 'Write 12.50 or 1,250.'],
  [{ total: '-5' }, 'total', 'Enter an amount in dollars, such as 318.95.'],
  [{ total: '$1,000' }, 'total', 'A new account has a limit of $500.00. Enter that or less.'],
  [{ total: '99999999' }, 'total', 'A new account has a limit of $500.00. Enter that or less.'],
  [{ total: '1e2' }, 'total', 'Enter an amount in dollars, such as 318.95.'],
  [{ total: '0.99' }, 'total', 'An order on credit is $1.00 or more.'],
  [{ total: '500.01' }, 'total', 'A new account has a limit of $500.00. Enter that or less.'],
  [{ ordered: '' }, 'ordered', 'Enter a date.'],
  [{ ordered: '2027-02-29' }, 'ordered', 'Enter a date.'],
  [{ done: '2028-02-28' }, 'done', 'The work cannot be done before the order.'],
  [{ firstPaid: '2028-02-28' }, 'firstPaid', 'The first invoice is issued on the day of the order.'],
  [{ secondPaid: '2028-02-29' }, 'secondPaid', 'The second invoice is issued when the work is done.'],
])('%j is rejected at %s', (changes, field, message) => {
  expect(read(changes as Record<string, string>)).toEqual({ order: null, problem: { field, says: message } });
});
