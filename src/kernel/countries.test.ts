/** How a country is called in front of people. */
import { expect, test } from 'vitest';
import { countryName } from './countries.ts';

test('a code is shown by its name, and what is no code as it came', () => {
  expect(['NG', 'XK', 'ZZ', 'Nigeria', 'ng', ''].map(countryName)).toEqual(['Nigeria', 'Kosovo', 'Unknown Region', 'Nigeria', 'ng', '']);
});
