/** What counts as a telephone number, how it is stored and how it is shown. */
import { describe, expect, test } from 'vitest';
import { callingCodes } from './countries.ts';
import { phoneAdvice, spelledPhone, toE164 } from './phone-numbers.ts';

describe('a number is stored with the code of its country', () => {
  for (const [typed, country, stored] of [
    ['08031234567', 'NG', '+2348031234567'],
    ['0803 123 4567', 'NG', '+2348031234567'],
    ['234 803 123 4567', 'NG', '+2348031234567'],
    ['+234 803 123 4567', 'GH', '+2348031234567'],
    ['00234 803 123 4567', 'US', '+2348031234567'],
    ['0049/30/123456', 'GH', '+4930123456'],
    ['(307) 555-0142', 'US', '+13075550142'],
    ['(555) 867-5309', 'US', '+15558675309'],
    ['+234 0803 123 4567', 'GH', '+2348031234567'],
    ['11 91234-5678', 'BR', '+5511912345678'],
    ['0201234567', 'XK', '+383201234567'],
  ] as const)
    test(`${typed} in ${country}`, () => expect(toE164(typed, country)).toBe(stored));
});

test('what is no number of any country is refused', () => {
  for (const [typed, country] of [
    ['0803123456', 'NG'],
    ['+233 20 155', 'GH'],
    ['+1 000 000 0000', 'US'],
    ['+234 803', 'NG'],
    ['1', 'GH'],
    ['', 'GH'],
  ] as const)
    expect(toE164(typed, country)).toBeNull();
});

test('a stored number is shown in groups, and one from before as it was typed', () => {
  expect(['+2348031234567', '+233201234567', '020 1234', '+1', ''].map(spelledPhone)).toEqual([
    '+234 803 123 4567',
    '+233 20 123 4567',
    '020 1234',
    '+1',
    '',
  ]);
});

test('the advice shows a number of the country that was chosen, and such a number is taken', () => {
  expect(phoneAdvice('VN')).toMatch(/^Enter the number with its country code, for example \+84 \d/);
  for (const country of [...callingCodes.keys(), '']) {
    const [example = ''] = /\+[\d ]+$/.exec(phoneAdvice(country)) ?? [];
    expect(toE164(example, ''), country).not.toBeNull();
  }
});
