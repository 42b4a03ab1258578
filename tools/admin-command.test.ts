/** A time is parsed the same on every machine, or rejected. */
import { expect, test } from 'vitest';
import { inUtc, momentIn } from './admin-command.ts';

test.each([
  ['2026-11-25T14:30Z', '2026-11-25 14:30:00 UTC'],
  ['2026-11-25T14:30:05.25Z', '2026-11-25 14:30:05.250 UTC'],
  ['2026-11-25T16:30+02:00', '2026-11-25 14:30:00 UTC'],
  ['2026-11-25T09:00-0530', '2026-11-25 14:30:00 UTC'],
  // The format of PostgreSQL and pgBackRest.
  ['2026-11-25 14:30:05.123456+00', '2026-11-25 14:30:05.123 UTC'],
  [' 2026-11-25 15:30:00 +01\n', '2026-11-25 14:30:00 UTC'],
])('%s is %s', (text, understood) => {
  expect(inUtc(momentIn(text) ?? new Date(0))).toBe(understood);
});

test.each([
  '',
  'yesterday',
  '7',
  '2026-11-25',
  '2026-11-25 14:30',
  '2026-11-25T14:30:00',
  '25.11.2026 14:30Z',
  '11/25/2026 14:30Z',
  '2026-02-30T14:30Z',
  '2026-11-25T24:30Z',
  '2026-11-25T14:30+99:00',
])('%j is not a valid time', (text) => {
  expect(momentIn(text)).toBeNull();
});
