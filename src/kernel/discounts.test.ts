/**
 * Discounts are whole cents, never exceed the products in scope, and add up to the same sum however they are
 * divided.
 */
import { describe, expect, test } from 'vitest';
import { type Discount, discountOn, discountOnRenewal, type Line, partOf } from './discounts.ts';
import { cents } from './money.ts';

const line = (productId: string, price: number): Line => ({ productId, price: cents(price), renewal: null });
const percentage = (basisPoints: number): Discount => ({ kind: 'percentage', basisPoints });
const fixed = (amount: number): Discount => ({ kind: 'fixed_amount', amount: cents(amount) });

describe('16: the discount', () => {
  for (const [subtotal, expected] of [
    [0, 0],
    [999, 100],
    [1_005, 101],
    [10_000, 1_000],
  ] as const) {
    test(`ten percent of ${subtotal} cents is ${expected}`, () =>
      expect(discountOn([line('a', subtotal)], { discount: percentage(1_000), productIds: null })).toBe(
        expected,
      ));
  }
  test('a fixed discount larger than the cart reduces it to zero only', () => {
    expect(discountOn([line('a', 1_200)], { discount: fixed(5_000), productIds: null })).toBe(1_200);
  });
  test('a hundred percent is the whole cart, odd cents included', () => {
    expect(discountOn([line('a', 14_999)], { discount: percentage(10_000), productIds: null })).toBe(14_999);
  });
  test('counts the products in scope only', () => {
    const cart = [line('a', 1_000), line('b', 333), line('c', 334)];
    expect(discountOn(cart, { discount: percentage(5_000), productIds: ['b', 'c'] })).toBe(334);
    expect(discountOn(cart, { discount: fixed(900), productIds: ['b', 'c'] })).toBe(667);
    expect(discountOn(cart, { discount: fixed(900), productIds: ['d'] })).toBe(0);
  });
});

describe('the part of one product', () => {
  test('is in proportion, and all parts are the discount', () => {
    const cart = [line('a', 333), line('b', 333), line('c', 334), line('d', 5_000)];
    const code = { discount: fixed(100), productIds: ['a', 'b', 'c'] };
    expect(cart.map(({ productId }) => partOf(productId, cart, code))).toEqual([33, 33, 34, 0]);
  });
  test('is exact for amounts whose product exceeds safe integers', () => {
    const cart = [line('a', 4_000_000_001), line('b', 4_000_000_001), line('c', 1)];
    const code = { discount: fixed(2_147_483_647), productIds: null };
    const parts = cart.map(({ productId }) => partOf(productId, cart, code));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(2_147_483_647);
    expect(Math.abs((parts[0] ?? 0) - (parts[1] ?? 0))).toBeLessThanOrEqual(1);
  });
});

describe('a renewal', () => {
  const cart = [line('phone', 2_499), line('address', 4_900), line('ein', 14_950)];
  const every = { discount: percentage(2_000), productIds: null, subscriptionPeriods: 'every' } as const;
  test('costs its full price where the code is for the first period', () => {
    expect(discountOnRenewal(line('phone', 1_499), cart, { ...every, subscriptionPeriods: 'first' })).toBe(0);
  });
  test('has its percentage taken off its own price, and nothing out of scope', () => {
    expect(discountOnRenewal(line('phone', 1_499), cart, every)).toBe(300);
    expect(discountOnRenewal(line('phone', 1_499), cart, { ...every, productIds: ['address'] })).toBe(0);
  });
  test('has its share of a fixed amount taken off, so that two of one order do not get it twice', () => {
    const code = { ...every, discount: fixed(1_000), productIds: ['phone', 'address'] };
    const parts = ['phone', 'address'].map((id) => discountOnRenewal(line(id, 1_499), cart, code));
    expect(parts).toEqual([337, 663]);
    expect(discountOnRenewal(line('address', 500), cart, code)).toBe(500);
  });
});
