/** Which countries a search for part of a name finds. */
import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { findCountries } from './country-search.ts';

const found = (typed: string) => findCountries(countries(), typed).map(({ name }) => name);

test('the likeliest country comes first', () => {
  for (const [typed, name] of [
    ['ind', 'India'],
    ['nig', 'Nigeria'],
    ['niger', 'Niger'],
    ['domin', 'Dominican Republic'],
    ['guin', 'Guinea'],
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

test('an empty query finds all countries, and an unknown one none', () => {
  expect(found(' ')).toHaveLength(countries().length);
  expect(found('Atlantis')).toEqual([]);
});

test("names in the page's language are found, with or without an article, and English ones too", () => {
  const first = (language: string, typed: string) => findCountries(countries(language), typed)[0]?.code;
  for (const [language, typed, code] of [
    ['es', 'aleman', 'DE'],
    ['es', 'egipto', 'EG'],
    ['es', 'Germany', 'DE'],
    ['es', 'nig', 'NG'],
    ['ar', 'مصر', 'EG'],
    ['ar', 'الولايات المتحدة', 'US'],
    ['ar', 'ولايات', 'US'],
    ['ar', 'اردن', 'JO'],
    ['ar', 'السعود', 'SA'],
    ['ar', 'سعودي', 'SA'],
    ['ar', 'Egypt', 'EG'],
  ] as const)
    expect(first(language, typed), `${typed} in ${language}`).toBe(code);
});
