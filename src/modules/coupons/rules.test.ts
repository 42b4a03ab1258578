/** When a coupon may be used, and the order of its rejections. */
import { cents } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { assertFits, assertUsable, needsBuyer, type Coupon, type Past, refusalFor } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const tenPercent: Coupon = {
  id: 1,
  code: 'TEN',
  discount: { kind: 'percentage', basisPoints: 1_000 },
  usageLimit: 5,
  usedCount: 0,
  startsAt: null,
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  productIds: null,
  minimumSpend: null,
  usesPerCustomer: null,
  isFirstOrderOnly: false,
  subscriptionPeriods: 'first',
};

describe('a coupon', () => {
  test('is rejected for its last use before it is rejected as expired', () => {
    expect(() => assertUsable({ ...tenPercent, usedCount: 5, expiresAt: now }, now)).toThrow(
      'Coupon code exceeded usage limit',
    );
  });
  test('is expired at the exact moment of its expiry', () => {
    expect(() => assertUsable({ ...tenPercent, expiresAt: now }, now)).toThrow('Coupon code has expired');
    expect(() => assertUsable({ ...tenPercent, expiresAt: new Date(now.getTime() + 1) }, now)).not.toThrow();
  });
  test('is valid from the exact moment of its start, and reports that time', () => {
    expect(() => assertUsable({ ...tenPercent, startsAt: now }, now)).not.toThrow();
    expect(() => assertUsable({ ...tenPercent, startsAt: new Date('2026-11-25T00:00:00Z') }, now)).toThrow(
      'Coupon code can be used from 25th November 2026',
    );
  });
});

describe('the cart', () => {
  const lines = [
    { productId: 'ein', price: cents(14_950), renewal: null },
    { productId: 'mail', price: cents(999), renewal: null },
  ];
  test("must contain a product in the code's scope", () => {
    expect(() => assertFits({ ...tenPercent, productIds: ['visa'] }, lines)).toThrow(
      'Coupon code does not apply to anything in your cart',
    );
    expect(() => assertFits({ ...tenPercent, productIds: ['visa', 'ein'] }, lines)).not.toThrow();
  });
  test('must reach the minimum spend, to the cent', () => {
    expect(() => assertFits({ ...tenPercent, minimumSpend: cents(15_949) }, lines)).not.toThrow();
    expect(() => assertFits({ ...tenPercent, minimumSpend: cents(15_950) }, lines)).toThrow(
      'Coupon code needs a subtotal of at least $159.50',
    );
  });
  test("must reach it with products in the code's scope", () => {
    expect(() =>
      assertFits({ ...tenPercent, minimumSpend: cents(1_000), productIds: ['mail'] }, lines),
    ).toThrow('Coupon code needs a subtotal of at least $10.00 of the products it applies to');
  });
});

describe('the customer', () => {
  const nothing: Past = { consumed: 0, reserved: 0, sales: 0, firstOrders: 0 };
  const once: Coupon = { ...tenPercent, usesPerCustomer: 1 };
  const twice: Coupon = { ...tenPercent, usesPerCustomer: 2 };
  const first: Coupon = { ...tenPercent, isFirstOrderOnly: true };
  test('is checked only where a code depends on it', () => {
    expect([tenPercent, once, first].map(needsBuyer)).toEqual([false, true, true]);
    expect(refusalFor(tenPercent, { consumed: 9, reserved: 9, sales: 9, firstOrders: 9 })).toBeNull();
  });
  test.each([
    [once, nothing, null],
    [once, { ...nothing, sales: 5 }, null],
    [once, { ...nothing, consumed: 1 }, 'You have already used this coupon code'],
    [twice, { ...nothing, consumed: 1 }, null],
    [twice, { ...nothing, consumed: 2, reserved: 1 }, 'You have already used this coupon code 2 times'],
    [
      twice,
      { ...nothing, consumed: 1, reserved: 1 },
      'One of your unpaid orders already uses this coupon code',
    ],
    [first, nothing, null],
    [first, { ...nothing, sales: 1 }, 'Coupon code is only valid on a first order'],
    [first, { ...nothing, firstOrders: 1 }, 'One of your unpaid orders already uses this coupon code'],
  ] as const)('%#: gets the reason for the rejection', (coupon, past, message) => {
    const refusal = refusalFor(coupon, past);
    if (message === null) expect(refusal).toBeNull();
    else expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining(message) });
  });
});
