/** Situation 16 as the shopper sees it: odd cents, fixed codes above the subtotal, whole cents everywhere. */
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { chargeFor, codeFor, namesInScope, totalsOf, unmetOf } from './totals.ts';

const percentage = (amount: number) => ({ code: 'CODE', discountType: 'percentage', amount }) as const;
const cartProduct = (id: string, price: number) => ({
  id,
  priceCents: cents(price),
  period: null,
  renewalCents: null,
});
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
    expect(totalsOf([cartProduct('a', subtotal)], percentage(percent)).discountCents).toBe(expected);
  });
}

test('a fixed discount above the subtotal brings the total to zero, not below', () => {
  expect(totalsOf([cartProduct('p1_200', 1_200)], fixed(50))).toEqual({
    subtotalCents: 1_200,
    discountCents: 1_200,
    totalCents: 0,
  });
});

test('a fixed discount of 19.99 dollars is 1999 cents', () => {
  expect(totalsOf([cartProduct('p2_000', 2_000), cartProduct('p1', 1)], fixed(19.99))).toEqual({
    subtotalCents: 2_001,
    discountCents: 1_999,
    totalCents: 2,
  });
});

test('without a discount the total is the subtotal', () => {
  expect(totalsOf([cartProduct('p9_900', 9_900), cartProduct('p101', 101)], null)).toEqual({
    subtotalCents: 10_001,
    discountCents: 0,
    totalCents: 10_001,
  });
});

test('a code counts the products in its scope, and names them where there are others', () => {
  const cart = [
    { ...cartProduct('ein', 14_950), name: 'EIN filing' },
    { ...cartProduct('mail', 999), name: 'Mail scan pack' },
  ];
  const code = { ...percentage(20), productIds: ['mail'] };
  expect(totalsOf(cart, code)).toEqual({ subtotalCents: 15_949, discountCents: 200, totalCents: 15_749 });
  expect(namesInScope(cart, code)).toEqual(['Mail scan pack']);
  expect(namesInScope(cart.slice(1), code)).toBeNull();
  expect(namesInScope(cart, percentage(20))).toBeNull();
});

test('a code whose condition is no longer met gives no discount, is not sent, and shows the reason', () => {
  const [cart, code] = [[cartProduct('ein', 14_950)], { ...fixed(10), minimumSpend: 149.51 }];
  expect(totalsOf(cart, code)).toEqual({ subtotalCents: 14_950, discountCents: 0, totalCents: 14_950 });
  expect(codeFor(cart, code)).toBeNull();
  expect(unmetOf(cart, code)?.message).toBe('Coupon code needs a subtotal of at least $149.51');
  expect(codeFor([...cart, cartProduct('mail', 1)], code)).toBe(code);
  expect(codeFor(cart, { ...fixed(10), productIds: ['mail'] })).toBeNull();
});

for (const [total, isRenewing, charge] of [
  [0, false, 'free'],
  [0, true, 'card_needed'],
  [1, false, 'too_small'],
  [49, true, 'too_small'],
  [50, false, 'card'],
  [14_950, true, 'card'],
  [99_999_999, false, 'card'],
  [100_000_000, true, 'too_large'],
] as const) {
  test(`a total of ${total} cents ${isRenewing ? 'with' : 'without'} a subscription is ${charge}`, () => {
    expect(chargeFor(cents(total), isRenewing)).toBe(charge);
  });
}
