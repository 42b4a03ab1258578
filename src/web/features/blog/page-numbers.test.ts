/**
 * The pagination as specified: up to five pages are all listed. With more, both ends and two pages either
 * side of the current one.
 */
import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [3, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 gap 6'],
  [2, 6, '1 2 3 4 gap 6'],
  [3, 6, '1 2 3 4 5 6'],
  [4, 6, '1 2 3 4 5 6'],
  [4, 7, '1 2 3 4 5 6 7'],
  [6, 6, '1 gap 4 5 6'],
  [5, 10, '1 gap 3 4 5 6 7 gap 10'],
  [10, 10, '1 gap 8 9 10'],
  [50, 100, '1 gap 48 49 50 51 52 gap 100'],
])('page %d of %d: %s', (current, last, named) => {
  expect(pageNumbers(current, last).join(' ')).toBe(named);
});

test('at most five numbers around the current page, and every number once', () => {
  for (let last = 6; last <= 30; last += 1)
    for (let current = 1; current <= last; current += 1) {
      const numbers = pageNumbers(current, last).filter((page) => page !== 'gap');
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toContain(current);
      expect(numbers.filter((page) => page !== 1 && page !== last).length).toBeLessThanOrEqual(5);
    }
});
