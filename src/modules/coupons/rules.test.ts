/** What a coupon takes off, and the order in which it is refused. */
import { cents } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { assertUsable, type Coupon, discountOn, normalise } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const tenPercent: Coupon = {
  id: 1,
  code: 'TEN',
  discount: { kind: 'percentage', basisPoints: 1_000 },
  usageLimit: 5,
  usedCount: 0,
  expiresAt: new Date('2026-12-01T00:00:00Z'),
};

describe('16: the discount', () => {
  for (const [subtotal, expected] of [
    [0, 0],
    [999, 100],
    [1_005, 101],
    [10_000, 1_000],
  ] as const) {
    test(`ten percent of ${subtotal} cents is ${expected}`, () => expect(discountOn(cents(subtotal), tenPercent.discount)).toBe(expected));
  }
  test('a fixed discount larger than the cart only brings it to zero', () => {
    expect(discountOn(cents(1_200), { kind: 'fixed_amount', amount: cents(5_000) })).toBe(1_200);
  });
  test('a hundred percent is the whole cart, odd cents included', () => {
    expect(discountOn(cents(14_999), { kind: 'percentage', basisPoints: 10_000 })).toBe(14_999);
  });
});

describe('a coupon', () => {
  test('is refused for its last use before it is refused as expired', () => {
    expect(() => assertUsable({ ...tenPercent, usedCount: 5, expiresAt: now }, now)).toThrow('Coupon code exceeded usage limit');
  });
  test('is expired at the very moment of its expiry', () => {
    expect(() => assertUsable({ ...tenPercent, expiresAt: now }, now)).toThrow('Coupon code has expired');
    expect(() => assertUsable({ ...tenPercent, expiresAt: new Date(now.getTime() + 1) }, now)).not.toThrow();
  });
  test('is the same in any case and with spaces around it', () => expect(normalise(' welcome10 ')).toBe('WELCOME10'));
});
