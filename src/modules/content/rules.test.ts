/** What readers see of a body: its words, its excerpt, its headings, and its link targets. */
import { expect, test } from 'vitest';
import { cleanBody } from './clean-body.ts';
import {
  prepareBody,
  escapeHtml,
  excerptOf,
  isSlug,
  readingMinutesOf,
  textOf,
  withAbsoluteAddresses,
} from './rules.ts';

test.each([
  ['<h2>Fees</h2><p>Pay <strong>$5</strong>, <em>now</em>.</p>', 'Fees Pay $5, now.'],
  ['<ul><li>one</li><li>two</li></ul>', 'one two'],
  ['<p>a &lt;b&gt; &amp;amp; &quot;c&quot;</p>', 'a <b> &amp; "c"'],
  ['<table><tr><th>x</th><td>y</td></tr></table>', 'x y'],
  ['', ''],
])('the text of %s', (body, text) => {
  expect(textOf(cleanBody(body))).toBe(text);
});

test('a short body is its own excerpt', () => {
  expect(excerptOf(`<p>${'a'.repeat(250)}</p>`)).toBe('a'.repeat(250));
});

test.each([
  ['words', `<p>${'word '.repeat(100)}</p>`, `${'word '.repeat(50).trim()}…`],
  ['one word without an end', `<p>${'a'.repeat(400)}</p>`, `${'a'.repeat(250)}…`],
  [
    'a sentence before the cut',
    `<p>${'a'.repeat(240)}. Next words here follow</p>`,
    `${'a'.repeat(240)}. Next…`,
  ],
])('a long body of %s is cut to 250 characters and an ellipsis', (_, body, excerpt) => {
  expect(excerptOf(body)).toBe(excerpt);
  expect(Array.from(excerptOf(body)).length).toBeLessThanOrEqual(251);
});

test('characters outside the basic plane are never cut in half', () => {
  expect(excerptOf(`<p>${'🗽'.repeat(300)}</p>`)).toBe(`${'🗽'.repeat(250)}…`);
});

test.each([
  [0, 1],
  [200, 1],
  [201, 2],
  [1_800, 9],
])('%d words take %d minutes', (words, minutes) => {
  expect(readingMinutesOf(`<p>${'word '.repeat(words)}</p>`)).toBe(minutes);
});

test('second-level headings get our own unique ids, and form the table of contents', () => {
  const { html, headings } = prepareBody(
    cleanBody('<h2 id="content">A &amp; B</h2><h3>no</h3><h2>A &amp; <em>B</em></h2><h2>日本</h2><h2></h2>'),
  );
  expect(headings).toEqual([
    { id: 'part-a-b', text: 'A & B' },
    { id: 'part-a-b-2', text: 'A & B' },
    { id: 'part-untitled', text: '日本' },
  ]);
  expect(html).toContain(
    '<h2 id="part-a-b">A &amp; B</h2><h3>no</h3><h2 id="part-a-b-2">A &amp; <em>B</em></h2>',
  );
  expect(html).not.toContain('"content"');
});

test('links to other sites are marked; those to our own pages are not', () => {
  const body =
    '<p><a href="https://www.irs.gov/">irs</a> <a href="/products">ours</a> <a href="mailto:a@b.example">mail</a></p>';
  expect(prepareBody(cleanBody(body)).html).toBe(
    '<p><a rel="noopener nofollow" href="https://www.irs.gov/">irs</a> <a href="/products">ours</a> <a href="mailto:a@b.example">mail</a></p>',
  );
});

test('a table scrolls in a frame that is focusable by keyboard', () => {
  const { html } = prepareBody(cleanBody('<table><tbody><tr><td>1</td></tr></tbody></table>'));
  expect(html).toBe(
    '<section class="reading-table" tabindex="0" aria-label="Table 1"><table><tbody><tr><td>1</td></tr></tbody></table></section>',
  );
});

test('only our own pictures with a size and alt text remain', () => {
  const stored = '<img src="/blog/map.svg" alt="A map" width="600" height="400" />';
  expect(cleanBody(stored)).toBe(stored);
  for (const lost of [
    '<img src="https://elsewhere.example/map.png" alt="A map" width="600" height="400">',
    '<img src="//elsewhere.example/map.png" alt="A map" width="600" height="400">',
    '<img src="/blog/../api/carts.svg" alt="A map" width="600" height="400">',
    '<img src="/blog/map.svg" alt="A map">',
    '<img src="/blog/map.svg" width="600" height="400">',
    '<img src="/blog/map.svg" alt="A map" width="100%" height="400">',
  ])
    expect(cleanBody(lost)).toBe('');
});

test('addresses become absolute for external readers', () => {
  expect(withAbsoluteAddresses('<a href="/faq">x</a><img src="/blog/a.svg" />', 'https://shop.example')).toBe(
    '<a href="https://shop.example/faq">x</a><img src="https://shop.example/blog/a.svg" />',
  );
});

test('text escaped to HTML keeps its meaning', () => {
  expect(textOf(`<p>${escapeHtml('a <b> & "c" &lt;')}</p>`)).toBe('a <b> & "c" &lt;');
});

test.each([
  ['ein-without-ssn', true],
  ['a', true],
  ['', false],
  ['A', false],
  ['a--b', false],
  ['a\u0000b', false],
  ['../x', false],
  ['a'.repeat(81), false],
])('the slug %j: %s', (slug, good) => {
  expect(isSlug(slug)).toBe(good);
});
