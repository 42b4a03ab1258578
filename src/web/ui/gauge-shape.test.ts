/**
 * The gauge of the specification, section 9: a maximum of 50000, 4 segments; the needle is clamped and the
 * number is not.
 */
import { cents } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { arc, fillOf, gaugeEnd, gaugeMarks, gaugeSegments, pointAt, shareOf } from './gauge-shape.ts';

describe('the credit gauge', () => {
  test('ends at $50,000 and has 4 segments of the same size', () => {
    expect([gaugeEnd, gaugeSegments]).toEqual([5_000_000, 4]);
    expect(gaugeMarks).toEqual([0, 1_250_000, 2_500_000, 3_750_000, 5_000_000]);
  });

  test.each([
    [-1, 0],
    [-9_000_000, 0],
    [0, 0],
    [50_000, 0.01],
    [2_500_000, 0.5],
    [5_000_000, 1],
    [5_000_001, 1],
    [90_000_000, 1],
  ])('%i cents are at %f', (amount, share) => {
    expect(shareOf(cents(amount))).toBe(share);
  });

  test('a segment is filled before the next one begins', () => {
    const fills = (amount: number) => [0, 1, 2, 3].map((index) => fillOf(cents(amount), index));
    expect(fills(0)).toEqual([0, 0, 0, 0]);
    expect(fills(625_000)).toEqual([0.5, 0, 0, 0]);
    expect(fills(1_250_000)).toEqual([1, 0, 0, 0]);
    expect(fills(3_125_000)).toEqual([1, 1, 0.5, 0]);
    expect(fills(6_000_000)).toEqual([1, 1, 1, 1]);
  });

  test('goes from the left over the top to the right', () => {
    expect([pointAt(0, 100), pointAt(0.5, 100), pointAt(1, 100)]).toEqual([
      [60, 150],
      [160, 50],
      [260, 150],
    ]);
    expect(arc(0, 1, 100)).toBe('M 60 150 A 100 100 0 0 1 260 150');
  });
});
