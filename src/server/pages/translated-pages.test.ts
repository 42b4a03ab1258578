/** Pages in Spanish and Arabic: addresses, metadata, size, and the fallback for missing translations. */
import { brotliCompressSync } from 'node:zlib';
import { pageLanguages, translationsOf } from '#kernel/page-languages.ts';
import { publicPaths } from '#contract/pages.ts';
import { defaultAssurances } from '#content/default-assurances.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import * as written from '#test/builders/written-site.ts';
import { textOf } from '#test/html.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toShop } from '#modules/settings/values.ts';
import { createPages, type Pages } from './pages.ts';

const { apiFetch, origin } = written;
let pages: Pages;
let version = 1;
let shopSettings = toShop({});
beforeAll(async () => {
  await buildIfStale(() => undefined);
  const languages = await readLanguages(spokenLanguages);
  pages = await createPages({
    mode: 'production',
    apiFetch,
    sandboxOrigin: null,
    publicOrigin: origin,
    shopSettings: () => shopSettings,
    contentVersion: async () => String(version),
    languages,
  });
});
afterAll(() => pages.stop());

/** An English page has at most 20 kB. The product list carries text in two languages: 20.7 kB in Arabic. */
const translatedAtMostBytes = 22_000;

const ask = (path: string): Promise<Response> =>
  pages.fetch(new Request(origin + path, { redirect: 'manual' }));
const read = async (path: string): Promise<string> => (await ask(path)).text();
const attribute = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';

const english = [...publicPaths, '/products/wyoming-llc', '/products/itin-application'].filter(
  (path) => translationsOf(path).length > 1,
);
const translated = english.flatMap((path) => translationsOf(path).slice(1));

test.each(translated)(
  '$path is in its language, has its own canonical address, and links the others',
  async ({ code, path }) => {
    const answer = await ask(path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('s-maxage'),
    ]);
    expect(attribute(html, /<html lang="(\w+)"/)).toBe(code);
    expect(attribute(html, /<html [^>]*dir="(\w+)"/)).toBe(code === 'ar' ? 'rtl' : '');
    expect(attribute(html, /<link rel="canonical" href="([^"]*)"/)).toBe(origin + path);
    expect(attribute(html, /<meta property="og:url" content="([^"]*)"/)).toBe(origin + path);
    expect(html).not.toContain('noindex');
  },
);

test.each(english)(
  'the translations of %s link each other and themselves, with English as the default',
  async (path) => {
    const all = translationsOf(path);
    const named = [...all, { code: 'x-default', path }].map(
      (translation) => `${translation.code} ${origin}${translation.path}`,
    );
    for (const translation of all) {
      const links = [
        ...(await read(translation.path)).matchAll(
          /<link rel="alternate" hrefLang="([\w-]+)" href="([^"]*)"/gi,
        ),
      ];
      expect(links.map(([, code, href]) => `${code} ${href}`)).toEqual(named);
    }
  },
);

test('a page in one language links no other', async () => {
  expect(await read('/faq')).not.toMatch(/<link rel="alternate" hreflang/i);
});

test.each(pageLanguages)('an unknown page of $code is not found, in its language', async ({ code }) => {
  for (const path of [
    `/${code}/faq`,
    `/${code}/admin`,
    `/${code}/profile`,
    `/${code}/products/none`,
    `/${code}/${code}/products`,
  ]) {
    const answer = await ask(path);
    const html = await answer.text();
    expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, 404, 'noindex']);
    expect(attribute(html, /<html lang="(\w+)"/)).toBe(code);
    expect(textOf(html)).not.toContain('Oops!');
  }
});

test('each address has one spelling', async () => {
  for (const [address, location] of [
    ['/ES/Products/', '/es/products'],
    ['/ar//products', '/ar/products'],
  ]) {
    const answer = await ask(address ?? '');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
  }
});

test('each page shows that it is a translation under review, and links the English one', async () => {
  for (const { code, path } of translated) {
    const html = await read(path);
    expect(textOf(html)).toContain(
      code === 'es'
        ? 'Traducción con ayuda de máquina, en revisión.'
        : 'ترجمة بمساعدة آلية وما زالت قيد المراجعة.',
    );
    const plain = translationsOf(path)[0]?.path;
    expect(html).toMatch(new RegExp(`<a href="${plain}" hrefLang="en"`, 'i'));
  }
  expect(await read('/products')).not.toContain('under review');
});

test('links lead to the translation, or are marked with their language without one', async () => {
  const html = await read('/es/products');
  expect(html).toMatch(/<a [^>]*href="\/es\/products\/wyoming-llc"/);
  expect(html).not.toMatch(/<a [^>]*href="\/products\/wyoming-llc"/);
  for (const [link = ''] of html.matchAll(/<a [^>]*href="\/faq"[^>]*>/g))
    expect(link).toMatch(/hreflang="en"/i);
});

test('untranslated text appears in English and is marked as such', async () => {
  // This product's name has changed since it was translated.
  const html = await read('/es/products/ein-filing');
  expect(html).toMatch(
    /<h1[^>]*><span lang="en" dir="ltr">EIN &lt;\/script&gt;&lt;b&gt;filing<\/span><\/h1>/,
  );
  expect(html).not.toContain('<span lang="en" dir="ltr">We prepare Form SS-4');
});

test('metadata for search engines is in the language of the page, and matches it', async () => {
  const html = await read('/es/products/wyoming-llc');
  const entities = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text),
  );
  const product = entities.find((entity) => entity['@type'] === 'Product');
  expect(product.name).toBe('Constitución de LLC en Wyoming');
  expect(product.url).toBe(`${origin}/es/products/wyoming-llc`);
  expect(textOf(html)).toContain(product.description);
  const trail = entities.find((entity) => entity['@type'] === 'BreadcrumbList');
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    'Inicio',
    'Productos',
    product.name,
  ]);
});

test('only translated pages contain translations, and each fits into 22 kB', async () => {
  const plain = await read('/products');
  expect(plain.match(/[\u0600-\u06ff]+/g)?.every((word) => 'العربية'.includes(word))).toBe(true);
  expect(plain).not.toContain('Añadir');
  expect(await read('/products.data')).not.toContain('Añadir');
  for (const { path } of translated)
    expect([path, brotliCompressSync(await read(path)).length <= translatedAtMostBytes]).toEqual([
      path,
      true,
    ]);
});

test('the sitemap lists each page in each language, with its alternates', async () => {
  const map = await read('/sitemap.xml');
  for (const { path } of translated) {
    const entry = map.split('<url>').find((entry) => entry.startsWith(`<loc>${origin}${path}</loc>`)) ?? '';
    for (const translation of translationsOf(path))
      expect(entry).toContain(`hreflang="${translation.code}" href="${origin}${translation.path}"/>`);
    expect(entry).toContain(`hreflang="x-default" href="${origin}${translationsOf(path)[0]?.path}"/>`);
  }
  expect(map.split('<url>').find((entry) => entry.includes(`${origin}/faq<`))).not.toContain('hreflang');
});

test('the language switch is in the header and footer as links without a script', async () => {
  for (const path of ['/products', '/es/products', '/faq']) {
    const html = await read(path);
    for (const part of [/<header[\s\S]*?<\/header>/, /<footer[\s\S]*?<\/footer>/])
      for (const name of ['English', 'Español', 'العربية'])
        expect([path, part.exec(html)?.[0].includes(`>${name}</a>`)]).toEqual([path, true]);
  }
});

test('a card with a text changed by staff is entirely in English, and only that one', async () => {
  const [first, ...others] = defaultAssurances;
  if (first === undefined) throw new Error('there is no assurance');
  shopSettings = toShop({ assurances: { entries: [{ ...first, text: 'Other words.' }, ...others] } });
  version += 1;
  pages.renew();
  const [list = ''] = /<h2 id="assurances"[\s\S]*?<\/ul>/.exec(await read('/ar')) ?? [];
  const cards = [...list.matchAll(/<li lang="en" dir="ltr"[^>]*>([\s\S]*?)<\/li>/g)].map(([, card = '']) =>
    textOf(card),
  );
  shopSettings = toShop({});
  version += 1;
  pages.renew();
  expect(cards).toHaveLength(1);
  expect(cards[0]).toMatch(/^\s*[\w ,]+\s+Other words\.\s*$/);
  expect(list.match(/<li/g)?.length).toBe(defaultAssurances.length);
});
