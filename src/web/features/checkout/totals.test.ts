/** Situation 16 as the shopper sees it: odd cents, fixed codes above the subtotal, whole cents everywhere. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { chargeFor, discountOn, totalsOf } from './totals.ts';

const percentage = (amount: number) => ({ code: 'CODE', discountType: 'percentage', amount }) as const;
const fixed = (amount: number) => ({ code: 'CODE', discountType: 'fixed_amount', amount }) as const;

for (const [subtotal, percent, expected] of [
  [0, 10, 0],
  [999, 10, 100],
  [1_005, 10, 101],
  [1_004, 10, 100],
  [10_000, 12.5, 1_250],
  [333, 33.33, 111],
  [14_950, 100, 14_950],
] as const) {
  test(`${percent} per cent of ${subtotal} cents is ${expected}`, () => {
    expect(discountOn(cents(subtotal), percentage(percent))).toBe(expected);
  });
}

test('a fixed discount above the subtotal brings the total to zero, not below', () => {
  expect(totalsOf([{ priceCents: cents(1_200) }], fixed(50))).toEqual({ subtotalCents: 1_200, discountCents: 1_200, totalCents: 0 });
});

test('a fixed discount of 19.99 dollars is 1999 cents', () => {
  expect(totalsOf([{ priceCents: cents(2_000) }, { priceCents: cents(1) }], fixed(19.99))).toEqual({
    subtotalCents: 2_001,
    discountCents: 1_999,
    totalCents: 2,
  });
});

test('without a discount the total is the subtotal', () => {
  expect(totalsOf([{ priceCents: cents(9_900) }, { priceCents: cents(101) }], null)).toEqual({
    subtotalCents: 10_001,
    discountCents: 0,
    totalCents: 10_001,
  });
});

for (const [total, isRenewing, charge] of [
  [0, false, 'free'],
  [0, true, 'card_needed'],
  [1, false, 'too_small'],
  [49, true, 'too_small'],
  [50, false, 'card'],
  [14_950, true, 'card'],
] as const) {
  test(`a total of ${total} cents ${isRenewing ? 'with' : 'without'} a subscription is ${charge}`, () => {
    expect(chargeFor(cents(total), isRenewing)).toBe(charge);
  });
}
