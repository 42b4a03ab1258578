/**
 * No active content survives cleaning. The output is checked against an independent grammar: allowed
 * elements, a few attributes in double quotes, and text without a bare bracket.
 */
import { expect, test } from 'vitest';
import { authorElements, isCleanBody } from '#content/post-body.ts';
import { xssVectors } from '#test/xss-vectors.ts';
import { cleanBody } from './clean-body.ts';
import { isClean } from './clean-markup.ts';
import { atomFeed } from './feed.ts';
import { prepareBody, excerptOf, type Post, textOf } from './rules.ts';

const value = '[^"<>]*';
const attribute = [
  String.raw`href="(?:\/(?![/\\])|#|https:\/\/|mailto:)[^"<>\s\\]*"`,
  String.raw`src="\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)"`,
  `alt="${value}"`,
  `title="${value}"`,
  String.raw`(?:width|height|start|colspan|rowspan)="[1-9]\d{0,3}"`,
  'scope="(?:col|row)"',
  'dir="(?:ltr|rtl|auto)"',
].join('|');
const ownAttributes = [
  'id="part-[a-z0-9-]+"',
  'rel="noopener nofollow"',
  'loading="lazy"',
  'decoding="async"',
  'class="reading-table"',
  'tabindex="0"',
  String.raw`aria-label="Table \d+"`,
].join('|');
const bodyOf = (elements: readonly string[], attributes: string): RegExp =>
  new RegExp(
    String.raw`^(?:[^<>]|<(?:${elements.join('|')})(?: (?:${attributes}))*(?: \/)?>|<\/(?:${elements.join('|')})>)*$`,
  );
const clean = bodyOf(authorElements, attribute);
const allAllowed = bodyOf([...authorElements, 'section'], `${attribute}|${ownAttributes}`);

test('an uploaded picture keeps its size and alt text; external ones and other paths are removed', () => {
  const picture = (src: string): string => `<img src="${src}" alt="A stamp" width="640" height="480" />`;
  const name = 'kX0-_abcDEF123456789zz';
  for (const src of [`/media/${name}`, `/media/${name}.svg`, '/blog/stamp.webp'])
    expect(cleanBody(picture(src))).toBe(picture(src));
  for (const src of [
    `/media/${name}x`,
    '/media/../api/me',
    `/media/${name}?x=1`,
    `//media/${name}`,
    `https://elsewhere.example/media/${name}`,
  ])
    expect(cleanBody(picture(src))).toBe('');
  expect(cleanBody(`<img src="/media/${name}" alt="A stamp" />`)).toBe('');
});

test('the direction of a block is preserved, and nothing else of the attribute', () => {
  for (const name of ['p', 'h2', 'ul', 'blockquote', 'table'])
    expect(cleanBody(`<${name} dir="rtl" lang="ar"></${name}>`)).toBe(`<${name} dir="rtl"></${name}>`);
  expect(cleanBody('<p dir="up">a</p><strong dir="rtl">b</strong><td dir="auto">c</td>')).toBe(
    '<p>a</p><strong>b</strong><td dir="auto">c</td>',
  );
  const { html, headings } = prepareBody('<h2 dir="rtl">عنوان one</h2><table dir="rtl"></table>');
  expect(html).toBe(
    '<h2 id="part-one" dir="rtl">عنوان one</h2><section class="reading-table" tabindex="0" aria-label="Table 1"><table dir="rtl"></table></section>',
  );
  expect(headings).toEqual([{ id: 'part-one', text: 'عنوان one' }]);
});

test('a body not written by the sanitizer is not considered clean', () => {
  const changed = [
    '<script>',
    '<p onclick="a()">',
    '<a href="//evil.example">',
    '<a href="/&#47;evil.example">',
    '<img src="x">',
    'a > b',
  ];
  for (const body of [
    ...changed,
    '<<p>script>',
    '<p title="a" href=javascript:a()>',
    '<h2 id="a">',
    '<p dir="x">',
    '<!-- -->',
  ])
    expect([body, isClean(body)]).toEqual([body, false]);
});

test('thousands of equal headings get ids in linear time', () => {
  const before = process.cpuUsage();
  const { headings } = prepareBody('<h2>a</h2>'.repeat(5_000));
  expect(new Set(headings.map(({ id }) => id)).size).toBe(5_000);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_000);
  const twins = prepareBody('<h2>a</h2><h2>a 2</h2><h2>a</h2><h2>a</h2>').headings.map(({ id }) => id);
  expect(twins).toEqual(['part-a', 'part-a-2', 'part-a-3', 'part-a-4']);
});

test('the corpus is large and has no duplicates', () => {
  expect(xssVectors.length).toBeGreaterThanOrEqual(150);
  expect(new Set(xssVectors).size).toBe(xssVectors.length);
});

test('the grammar rejects almost every unmodified vector', () => {
  expect(xssVectors.filter((vector) => clean.test(vector)).length).toBeLessThan(xssVectors.length / 10);
});

test.each(xssVectors)('%s', (vector) => {
  for (const body of [vector, `<p>Before</p>${vector}<p>After</p>`, `<ul><li><a href="/faq">${vector}`]) {
    const cleaned = cleanBody(body);
    expect(cleaned).toMatch(clean);
    expect(isClean(cleaned)).toBe(true);
    expect(cleanBody(cleaned), 'cleaning twice changes nothing').toBe(cleaned);
    const { html, headings } = prepareBody(cleaned);
    expect(html).toMatch(allAllowed);
    expect(isCleanBody(html)).toBe(true);
    for (const { id } of headings) expect(id).toMatch(/^part-[a-z0-9-]+$/);
  }
});

test('all vectors together are cleaned as well as each alone, in reasonable time', () => {
  const startedAt = performance.now();
  expect(cleanBody(xssVectors.join('\n'))).toMatch(clean);
  expect(cleanBody('<p>'.repeat(4_500))).toMatch(clean);
  expect(() => cleanBody('<p>'.repeat(50_000))).toThrow('too complex to process');
  expect(cleanBody('<a href="'.repeat(20_000))).toMatch(clean);
  expect(cleanBody('<!--'.repeat(20_000))).toMatch(clean);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('the browser rejects a body that the sanitizer did not write', () => {
  for (const body of [
    '<script>',
    '<p></script>',
    '<svg onload=x>',
    '<iframe>',
    '<!-- x -->',
    '<![CDATA[',
    '<a-b>',
    '<H2>',
    'a < b',
  ])
    expect([body, isCleanBody(body)]).toEqual([body, false]);
  expect(isCleanBody('<p>a &lt; b <a href="/x">y</a><br /></p>')).toBe(true);
});

test('cards and feeds of a bad body contain plain text or well-formed markup', () => {
  const body = cleanBody(xssVectors.join('\n'));
  expect(Array.from(excerptOf(body)).length).toBeLessThanOrEqual(251);
  expect(textOf(body)).not.toMatch(/^\s*<p>/);
  const post: Post = {
    ...{
      id: '1',
      slug: 'a',
      metaTitle: '',
      imageAlt: '"><script>',
      bannerImage: '/blog/a.svg',
      excerpt: '',
      readingMinutes: 1,
    },
    ...{ title: '<b>&"', metaDescription: ']]>\u0000\u0008\ud800', tags: ['"><x>'], body },
    ...{ publishedAt: new Date(0), updatedAt: new Date(0), reviewedAt: new Date(0) },
  };
  const feed = atomFeed({ posts: [post], origin: 'https://shop.example', author: 'A company' });
  expect(feed).not.toContain('<script');
  expect(
    [...feed].filter((character) => (character < ' ' && character !== '\n') || !character.isWellFormed()),
  ).toEqual([]);
  expect(feed).toContain('<title>&lt;b&gt;&amp;&quot;</title>');
});

test('a body that the database cannot store is made storable', () => {
  expect(cleanBody('<p>a\u0000b\u0007\ud800c\td</p>')).toBe('<p>ab\ufffdc\td</p>');
});
