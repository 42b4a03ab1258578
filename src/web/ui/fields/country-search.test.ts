/** Which countries somebody finds who types part of a name. */
import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { findCountries } from './country-search.ts';

const found = (typed: string) => findCountries(countries(), typed).map(({ name }) => name);

test('the likeliest country comes first', () => {
  for (const [typed, name] of [
    ['ind', 'India'],
    ['niger', 'Niger'],
    ['nigeri', 'Nigeria'],
    ['uk', 'United Kingdom'],
    ['usa', 'United States'],
    ['uae', 'United Arab Emirates'],
    ['cote d', 'Côte d’Ivoire'],
    ['ivory', 'Côte d’Ivoire'],
    ['turk', 'Türkiye'],
    ['GH', 'Ghana'],
    ['lanka', 'Sri Lanka'],
    ['+84', 'Vietnam'],
  ] as const)
    expect(found(typed)[0], typed).toBe(name);
});

test('nothing typed finds all of them, and what is no country none', () => {
  expect(found(' ')).toHaveLength(countries().length);
  expect(found('Atlantis')).toEqual([]);
});
