/**
 * The renewal from which a new price applies: announced at least 14 days before, and not earlier than the
 * chosen day.
 */
import { describe, expect, test } from 'vitest';
import { announcedFrom, isTooFarAhead } from './rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const paidFor = (day: string, startsOn: string | null = null, period: 'month' | 'year' = 'month') =>
  announcedFrom({ paidUntil: new Date(`${day}T09:30:00Z`), period }, { now, startsOn })
    .toISOString()
    .slice(0, 10);

describe('a new price applies', () => {
  test('from the next renewal, if that is fourteen days away', () => {
    expect(paidFor('2026-12-05')).toBe('2026-12-05');
  });
  test('from the one after, if it is not', () => {
    expect(paidFor('2026-12-03')).toBe('2027-01-03');
    // To the minute: half an hour less than 14 days.
    expect(paidFor('2026-12-04')).toBe('2027-01-04');
  });
  test('not before the chosen day, and on that day', () => {
    expect(paidFor('2026-12-05', '2026-12-06')).toBe('2027-01-05');
    expect(paidFor('2026-12-06', '2026-12-06')).toBe('2026-12-06');
    expect(paidFor('2026-12-05', '2027-03-01')).toBe('2027-03-05');
  });
  test('not earlier when the chosen day is too soon', () => {
    expect(paidFor('2026-11-25', '2026-11-21')).toBe('2026-12-25');
  });
  test('after a whole year for yearly subscriptions', () => {
    expect(paidFor('2026-12-05', '2026-12-06', 'year')).toBe('2027-12-05');
  });
});

test('a day is at most two years ahead', () => {
  expect(isTooFarAhead('2028-11-20', now)).toBe(false);
  expect(isTooFarAhead('2028-12-01', now)).toBe(true);
});
