/** The end of a paid period. */
import { expect, test } from 'vitest';
import { paidUntil } from './one-period.ts';

for (const [from, period, expected] of [
  ['2026-01-15T10:30:00.000Z', 'month', '2026-02-15T10:30:00.000Z'],
  ['2026-01-31T10:30:00.000Z', 'month', '2026-02-28T10:30:00.000Z'],
  ['2028-01-31T10:30:00.000Z', 'month', '2028-02-29T10:30:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 'month', '2027-01-31T23:59:59.000Z'],
  ['2028-02-29T00:00:00.000Z', 'year', '2029-02-28T00:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 'year', '2027-11-21T12:00:00.000Z'],
] as const) {
  test(`a ${period} paid on ${from} lasts until ${expected}`, () =>
    expect(paidUntil(new Date(from), period).toISOString()).toBe(expected));
}
