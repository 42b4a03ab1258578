/** The form of an EIN: what people type, invalid numbers, and prefixes that were never assigned. */
import { expect, test } from 'vitest';
import { maskedEin, toEin } from './ein.ts';

for (const typed of ['12-3456789', '123456789', ' 12 3456789 ', '12–3456789']) {
  test(`${JSON.stringify(typed)} is an EIN`, () => {
    expect(toEin(typed)).toBe('123456789');
  });
}

for (const typed of [
  '',
  '12-345678',
  '12-34567890',
  '1-23456789',
  '123-45-6789',
  '12-345678a',
  '12--3456789',
  '12-0000000',
  '11-1111111',
  '987654321x',
]) {
  test(`${JSON.stringify(typed)} is not an EIN`, () => {
    expect(toEin(typed)).toBeNull();
  });
}

test('exactly the prefixes that were never issued are rejected', () => {
  const all = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
  const refused = all.filter((prefix) => toEin(`${prefix}-3456789`) === null);
  expect(refused).toEqual('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));
});

test('only the last four digits are shown', () => {
  expect(maskedEin('6789')).toBe('••-•••6789');
});
