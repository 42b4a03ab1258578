/** Formatted days, including the suffix of 11 to 13. */
import { expect, test } from 'vitest';
import { formatDate, formatLocalTime, ordinal } from './dates.ts';

for (const [day, expected] of [
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
] as const) {
  test(`day ${day} is written ${expected}`, () => expect(ordinal(day)).toBe(expected));
}

test('a moment is shown as day, month and year', () => {
  expect(formatDate(new Date('2026-11-21T13:00:00Z'))).toBe('21st November 2026');
});

test('an activity is shown with the time of the reader’s own clock', () => {
  const local = new Date(2026, 10, 21, 23, 5);
  expect(formatLocalTime(local).replace('\u202f', ' ')).toBe('21st November 2026 at 11:05 PM');
});

test('a moment late in the evening stays on its UTC day', () => {
  expect(formatDate('2026-11-21T23:59:59.999Z')).toBe('21st November 2026');
});

test('a day of the calendar is shown as that day', () => {
  expect(formatDate('2024-02-10')).toBe('10th February 2024');
});

test('an invalid date is rejected', () => {
  expect(() => formatDate('soon')).toThrow(RangeError);
});
