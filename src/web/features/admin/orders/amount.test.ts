/** Amounts as people type them. */
import { expect, test } from 'vitest';
import { centsIn } from './amount.ts';

test.each([
  ['49.50', 4_950],
  ['49.5', 4_950],
  ['$49', 4_900],
  [' 1,049.05 ', 104_905],
  ['0.01', 1],
  ['', null],
  ['0', null],
  ['-5', null],
  ['4.999', null],
  ['4e3', null],
  ['ten', null],
] as const)('%j is %j cents', (text, amount) => {
  expect(centsIn(text)).toBe(amount);
});
