/**
 * The gauge of the specification, section 9: 850 at its end, value / 850 × 180 degrees; and the chart of the
 * score history.
 */
import { highestOnGauge, needleDegrees } from '#kernel/reporting-terms.ts';
import { expect, test } from 'vitest';
import type { Score } from './reporting-api.ts';
import { spoken } from './score-gauge.tsx';
import { chartOf, pointsOf } from './score-shape.ts';

test.each([
  [0, 0],
  [425, 90],
  [850, 180],
  [1_000, 180],
  [-3, 0],
])('a score of %i turns the needle by %i degrees', (score, degrees) => {
  expect(highestOnGauge).toBe(850);
  expect(needleDegrees(score)).toBe(degrees);
});

test('screen readers get the true score, or that there is none', () => {
  expect(spoken(903)).toBe('Factiiv Score: 903, on a gauge from 0 to 850');
  expect(spoken(null)).toBe('Factiiv Score: N/A');
});

const read = (day: number, value: number | null): Score => ({
  id: `sco_${day}`,
  businessProfileId: 'bp_1',
  business: { factiiv: { value, tradeLines: 1 } },
  readAt: new Date(Date.UTC(2026, 10, day)).toISOString(),
});

test('the history runs from old to new, without readings that found no score', () => {
  expect(pointsOf([read(5, 540), read(3, 520), read(2, null)]).map(({ value }) => value)).toEqual([520, 540]);
});

test('a level stretch keeps its end points', () => {
  const points = pointsOf([
    read(9, 540),
    read(8, 520),
    read(7, 520),
    read(6, 520),
    read(5, 520),
    read(4, 500),
  ]);
  expect(points.map(({ at, value }) => [at.slice(8, 10), value])).toEqual([
    ['04', 500],
    ['05', 520],
    ['08', 520],
    ['09', 540],
  ]);
});

test('the lowest score is at the bottom, the highest at the top, and days are spaced to scale', () => {
  const { line, dots, low, high } = chartOf(pointsOf([read(11, 540), read(6, 520), read(1, 500)]));
  expect([low, high]).toEqual([500, 540]);
  expect(dots).toEqual([
    [6, 84],
    [160, 46],
    [314, 8],
  ]);
  expect(line).toBe('M 6 84 L 160 46 L 314 8');
});

test('an unchanged score is a level line', () => {
  expect(chartOf(pointsOf([read(9, 540), read(1, 540)])).dots.map(([, y]) => y)).toEqual([46, 46]);
});
