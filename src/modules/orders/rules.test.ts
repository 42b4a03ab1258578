/** Order totals and lifecycle. */
import { cents, zero } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { assertShown, next, totals } from './rules.ts';

describe('totals', () => {
  for (const [prices, off, expected] of [
    [[14_950, 7_999], 0, 22_949],
    [[14_950], 14_950, 0],
    [[14_950], 14_900, 50],
  ] as const) {
    test(`${prices.join(' + ')} less ${off} is ${expected}`, () => {
      expect(
        totals(
          prices.map((price) => cents(price)),
          () => cents(off),
        ).total,
      ).toBe(expected);
    });
  }
  for (const totalCents of [1, 49]) {
    test(`15: ${totalCents} cents are rejected, since no card can pay them`, () => {
      expect(() => totals([cents(1_000)], () => cents(1_000 - totalCents))).toThrow(
        'The total is below $0.50, the smallest amount a card can pay',
      );
    });
  }
  test('an empty cart costs nothing', () => expect(totals([], () => zero).total).toBe(0));
});

test('the submitted total must match the actual total', () => {
  expect(() => assertShown(cents(100), cents(100))).not.toThrow();
  expect(() => assertShown(cents(100), undefined)).not.toThrow();
  expect(() => assertShown(cents(123_456), cents(100))).toThrow(
    'The total is now $1,234.56. Please check it and try again',
  );
});

describe('the life of an order', () => {
  test('awaits payment, is in progress, is completed', () => {
    expect(next('awaiting_payment', 'accept')).toBe('in_progress');
    expect(next('in_progress', 'complete')).toBe('completed');
  });
  for (const [status, event] of [
    ['in_progress', 'accept'],
    ['in_progress', 'cancel'],
    ['canceled', 'accept'],
    ['completed', 'cancel'],
    ['awaiting_payment', 'complete'],
  ] as const) {
    test(`${status} rejects ${event}`, () =>
      expect(() => next(status, event)).toThrow('This order can no longer be paid'));
  }
});
