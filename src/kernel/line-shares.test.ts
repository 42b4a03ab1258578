/** The shares of the lines add up to the total for any discount. */
import { expect, test } from 'vitest';
import { lineShares } from './line-shares.ts';
import { add, cents } from './money.ts';

test.each([
  [[10_000, 4_950], 14_950, [10_000, 4_950]],
  [[10_000, 5_000], 12_000, [8_000, 4_000]],
  [[100, 100, 100], 100, [33, 34, 33]],
  [[4_900, 0, 100], 2_501, [2_451, 0, 50]],
  [[100, 200], 0, [0, 0]],
  [[0, 0], 0, [0, 0]],
  [[], 0, []],
] as const)('%j with a total of %j cost %j', (prices, total, shares) => {
  const found = lineShares(prices.map(cents), cents(total));
  expect(found).toEqual(shares);
  expect(add(...found)).toBe(total);
});
