/** Reading a code from pasted text. */
import { expect, test } from 'vitest';
import { couponCode } from './coupon-code.ts';

test.each([
  'WELCOME10\u200b',
  '\u200bWELCOME10',
  'WEL\u00adCOME10',
  '\uff37\uff25\uff2c\uff23\uff2f\uff2d\uff25\uff11\uff10',
  '"WELCOME10"',
  '\u201cWELCOME10\u201d',
  '\u00abWELCOME10\u00bb',
  '\u2018welcome10\u2019',
  'WELCOME10.',
  '\u202aWELCOME10\u202c',
  '\u00a0 welcome10 \u00a0',
  "'WELCOME10'!",
])('%j is WELCOME10', (typed) => expect(couponCode(typed)).toBe('WELCOME10'));

test('the characters of a code are preserved', () => {
  expect(['black-friday_26', 'black\u2013friday', 'ÉTÉ10', '', ' . '].map(couponCode)).toEqual([
    'BLACK-FRIDAY_26',
    'BLACK-FRIDAY',
    'ÉTÉ10',
    '',
    '',
  ]);
});
