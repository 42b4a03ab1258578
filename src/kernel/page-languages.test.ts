/** Addresses in other languages: which pages have them, and how addresses map to translations and back. */
import { expect, test } from 'vitest';
import { addressIn, codeOfPath, plainPath, samePageIn, translationsOf } from './page-languages.ts';

test('an address in another language keeps its query and its anchor', () => {
  expect(addressIn('es', '/products?x=1#tax')).toBe('/es/products?x=1#tax');
  expect(addressIn('ar', '/products/ein-filing')).toBe('/ar/products/ein-filing');
  expect(['/', '/#our-services', '/?x'].map((address) => addressIn('es', address))).toEqual([
    '/es',
    '/es#our-services',
    '/es?x',
  ]);
});

test('untranslated paths and unsupported languages have no translated address', () => {
  for (const address of [
    '/faq',
    '/blogs/ein-without-ssn',
    '#tax',
    'https://evil.example/products',
    '/es/products',
    '/products/a/b',
  ])
    expect([address, addressIn('es', address)]).toEqual([address, null]);
  expect(['en', 'en-XA', 'tlh', '__proto__'].map((code) => addressIn(code, '/products'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the language of an address is that of its prefix, also where there is no page', () => {
  expect(
    ['/es/products', '/ar', '/es/no-such', '/essays', '/products/es', '/arabic'].map(codeOfPath),
  ).toEqual(['es', 'ar', 'es', 'en', 'en', 'en']);
});

test('a page resolves to its English address, and an unknown path stays unchanged', () => {
  expect(['/es', '/es/products'].map(plainPath)).toEqual(['/', '/products']);
  expect(['/products', '/es/faq', '/es/es/products', '/es/admin'].map(plainPath)).toEqual([
    '/products',
    '/es/faq',
    '/es/es/products',
    '/es/admin',
  ]);
});

test('a page lists one address per language, from any of them', () => {
  const all = [
    { code: 'en', path: '/products' },
    { code: 'es', path: '/es/products' },
    { code: 'ar', path: '/ar/products' },
  ];
  for (const { path } of all) expect(translationsOf(path)).toEqual(all);
  expect(translationsOf('/faq')).toEqual([{ code: 'en', path: '/faq' }]);
});

test('the switch leads to the same page, or to the home page of the language', () => {
  expect(samePageIn('ar', '/es/products/ein-filing')).toBe('/ar/products/ein-filing');
  expect(samePageIn('en', '/es/products')).toBe('/products');
  expect(samePageIn('es', '/faq')).toBe('/es');
  expect(samePageIn('en', '/faq')).toBe('/faq');
  expect(samePageIn('en', '/es/no-such')).toBe('/');
  expect(samePageIn('ar', '/es/no-such')).toBe('/ar');
});
