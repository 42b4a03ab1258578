/** Cents are whole, shares are rounded half up, and dollars survive a round trip. */
import { expect, test } from 'vitest';
import { add, cents, formatMoney, fromDollars, share, toDollars } from './money.ts';

for (const [amount, basisPoints, expected] of [
  [0, 1_000, 0],
  [999, 1_000, 100],
  [1_005, 1_000, 101],
  [1_004, 1_000, 100],
  [1, 5_000, 1],
  [333, 3_333, 111],
  [10_000, 10_000, 10_000],
] as const) {
  test(`16: ${basisPoints / 100} % of ${amount} cents is ${expected}`, () =>
    expect(share(cents(amount), basisPoints)).toBe(expected));
}
for (const dollars of [0, 0.01, 0.29, 19.99, 149.5, 1149.07, 999_999.99]) {
  test(`${dollars} dollars survive the round trip`, () =>
    expect(toDollars(fromDollars(dollars))).toBe(dollars));
}
test('a fraction of a cent is a bug, not an amount', () => {
  expect(() => cents(0.5)).toThrow(RangeError);
  expect(() => cents(Number.NaN)).toThrow(RangeError);
});
test('money is read with two decimals', () =>
  expect(formatMoney(add(cents(114_950), cents(0)))).toBe('$1,149.50'));
