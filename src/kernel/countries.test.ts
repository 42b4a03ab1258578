/** How country names are shown. */
import { expect, test } from 'vitest';
import { callingCodes, countryCode, countryName } from './countries.ts';

test('a code is shown by its name, and an unknown code unchanged', () => {
  expect(['NG', 'XK', 'ZZ', 'Nigeria', 'ng', ''].map((code) => countryName(code))).toEqual([
    'Nigeria',
    'Kosovo',
    'Unknown Region',
    'Nigeria',
    'ng',
    '',
  ]);
  expect(countryName('ES', 'es')).toBe('España');
});

test('a country is found by its code, its English name, and common names, in any spelling', () => {
  for (const [text, code] of [
    ['NG', 'NG'],
    ['ng', 'NG'],
    ['Nigeria', 'NG'],
    ['Turkey', 'TR'],
    ['turkiye', 'TR'],
    ["Cote d'Ivoire", 'CI'],
    ['USA', 'US'],
    ['Niger', 'NE'],
    ['Iran', null],
    ['North Korea', null],
    ['Atlantis', null],
    ['', null],
  ])
    expect(countryCode(String(text)), String(text)).toBe(code);
  for (const code of callingCodes.keys()) expect(countryCode(countryName(code))).toBe(code);
});
