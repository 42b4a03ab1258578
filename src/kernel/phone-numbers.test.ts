/** Which phone numbers are valid, how they are stored, and how they are shown. */
import { describe, expect, test } from 'vitest';
import { callingCodes } from './countries.ts';
import { phoneAdvice, phoneProblem, spelledPhone, storedPhone, toE164 } from './phone-numbers.ts';
import { cleanPhone } from './phone-text.ts';

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

test('an invalid number of any country is rejected', () => {
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

test('a stored number is shown in groups, and an older one as typed', () => {
  expect(['+2348031234567', '+233201234567', '020 1234', '+1', ''].map(spelledPhone)).toEqual([
    '+234 803 123 4567',
    '+233 20 123 4567',
    '020 1234',
    '+1',
    '',
  ]);
});

test('the hint shows a number of the chosen country, and that number is accepted', () => {
  expect(phoneAdvice('VN')).toMatch(/^Enter the number with its country code, for example \+84\s\d/);
  for (const country of [...callingCodes.keys(), '']) {
    const [example = ''] = /\+[\d\s]+$/.exec(phoneAdvice(country)) ?? [];
    expect(toE164(example, ''), country).not.toBeNull();
  }
});

describe('a number is parsed as people paste it', () => {
  for (const [country, typed, stored] of [
    ['EG', '\u0660\u0661\u0660\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '+201001234567'],
    ['EG', '+\u0662\u0660 \u0661\u0660\u0660 \u0661\u0662\u0663 \u0664\u0665\u0666\u0667', '+201001234567'],
    ['PK', '\u06f0\u06f3\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8', '+923012345678'],
    ['IN', '\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966', '+919876543210'],
    ['BD', '\u09e6\u09e7\u09ed\u09e7\u09e8\u09e9\u09ea\u09eb\u09ec\u09ed\u09ee', '+8801712345678'],
    ['JP', '\uff0b\uff18\uff11\uff19\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18', '+819012345678'],
    ['DE', '+49 (0) 151 / 23 45 67 89', '+4915123456789'],
    ['IT', '+39 (0)6 1234 5678', '+390612345678'],
    ['CA', '+1 780-459-5656 ext. 725', '+17804595656 ext. 725'],
    ['CA', '+1 780-459-5656 x725', '+17804595656 ext. 725'],
    ['CA', '780 459 5656, extension 725', '+17804595656 ext. 725'],
    ['CA', '(780) 459-5656#725', '+17804595656 ext. 725'],
    ['RU', '+7 495 123-45-67 \u0434\u043e\u0431. 12', '+74951234567 ext. 12'],
    ['CA', 'tel:+1-780-459-5656;ext=725', '+17804595656 ext. 725'],
    ['CA', 'tel:780-459-5656;phone-context=+1', '+17804595656'],
    ['GH', 'tel:+233201234567', '+233201234567'],
    ['US', 'tel:%2B233201234567', '+233201234567'],
    ['US', 'https://wa.me/233201234567', '+233201234567'],
    ['US', 'https://api.whatsapp.com/send?phone=%2B233201234567&text=Hi', '+233201234567'],
    ['NG', '08031234567', '+2348031234567'],
    ['GH', '\u202a+233 20 123 4567\u202c', '+233201234567'],
    ['GH', '\u200e+233\u00a020\u00a0123\u00a04567\u200f', '+233201234567'],
    ['GH', '\u2066+233 20 123 4567\u2069', '+233201234567'],
    ['GH', '+233\u201320\u2013123\u20134567', '+233201234567'],
    ['GH', '+233\u201120\u2212123.4567.', '+233201234567'],
    ['GH', 'Tel.: 020 123 4567', '+233201234567'],
    ['GH', 'WhatsApp +233201234567', '+233201234567'],
    ['GH', '\u{1f4de} 020 123 4567 (mobile)', '+233201234567'],
    ['EG', '201001234567+', '+201001234567'],
    ['GH', '(+233) 20 123 4567', '+233201234567'],
    ['GH', '++233 20 123 4567', '+233201234567'],
    ['GH', '+00233 20 123 4567', '+233201234567'],
    ['GH', '00 233 20 123 4567', '+233201234567'],
  ] as const)
    test(`${JSON.stringify(typed)} in ${country}`, () => {
      expect(storedPhone(typed, country)).toBe(stored);
      expect(cleanPhone(cleanPhone(typed))).toBe(cleanPhone(typed));
    });
});

test('an extension is shown behind the number and never part of E.164', () => {
  expect(spelledPhone('+17804595656 ext. 725')).toBe('+1 780 459 5656 ext. 725');
  expect(storedPhone(spelledPhone('+17804595656 ext. 725'), 'CA')).toBe('+17804595656 ext. 725');
  expect(toE164('+1 780-459-5656 ext. 725', 'CA')).toBe('+17804595656');
});

test('the message names the error', () => {
  for (const [typed, country, problem] of [
    ['0803 123', 'NG', 'Too few digits. A complete number looks like +234\u00a0802\u00a0123\u00a04567'],
    ['+1 307 555 0142 12', 'US', /^Too many digits. A complete number looks like \+1\s/],
    ['08031234567', 'GH', /^Too many digits/],
    ['1-800-FLOWERS', 'US', 'Enter the phone number in digits, without letters'],
    ['+233201234567 / +233241234567', 'GH', 'Enter one phone number only'],
    ['0201234567 or 0241234567', 'GH', 'Enter one phone number only'],
    ['020 123 4567, 024 123 4567', 'GH', 'Enter one phone number only'],
    ['+233201234567 +233241234567', 'GH', 'Enter one phone number only'],
    ['call me', 'GH', /^Enter the number with its country code, for example \+233\s/],
    ['+1 000 000 0000', 'US', /^Enter the number with its country code, for example \+1\s/],
  ] as const)
    expect(phoneProblem(typed, country), typed).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
});
