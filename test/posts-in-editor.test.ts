/** Posts pass through the editor unchanged, and the sanitizer leaves the result unchanged. */
import { readSeedPosts } from '#db/seeds/posts.ts';
import { authorElements } from '#content/post-body.ts';
import { cleanBody } from '#modules/content/clean-body.ts';
import { amount } from '#test/amount.ts';
import { xssVectors } from '#test/xss-vectors.ts';
import { addressIn } from '#web/features/admin/content/editor/addresses.ts';
import { type DocNode, docOf } from '#web/features/admin/content/editor/body-doc.ts';
import { bodyOf, isLossless, withoutExtraSpace } from '#web/features/admin/content/editor/body-text.ts';
import { extensions } from '#web/features/admin/content/editor/nodes.ts';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const posts = await readSeedPosts();
const schema = getSchema(extensions);

/** Converts the body to the editor's document, checks it against the schema, and converts it back. */
function throughEditor(body: string): string {
  const doc = docOf(body);
  if (doc === null) throw new Error('this is no clean body');
  const node = schema.nodeFromJSON(doc);
  node.check();
  return bodyOf(node.toJSON() as DocNode);
}

/** Line breaks between blocks are not part of the text, and these posts use several styles. */
test.each(posts)('$slug passes editor and sanitizer unchanged', ({ body }) => {
  const written = throughEditor(body);
  expect(withoutExtraSpace(written)).toBe(withoutExtraSpace(body));
  expect(cleanBody(written)).toBe(written);
  expect(isLossless(body)).toBe(true);
});

const picture =
  '<img src="/blog/ein-without-ssn.svg" alt="A &quot;map&quot; &amp; more" width="1200" height="630" />';

/** Every element that authors may use occurs in one of these. */
const bodies = [
  '<p>A &lt;b&gt; &amp; “c” "d"<br />e</p>',
  '<h2>Two</h2>\n<h3>Three</h3>\n<h4>Four</h4>',
  '<ul>\n<li>One</li>\n<li><strong>Two</strong>: more<ol>\n<li>Inner</li>\n</ol></li>\n</ul>',
  '<ol start="3">\n<li><p>Loose</p></li>\n<li><p>One</p>\n<p>Two</p></li>\n</ol>',
  '<dl>\n<dt>EIN</dt>\n<dd>A number</dd>\n<dd><p>In a paragraph</p></dd>\n</dl>',
  '<blockquote><p>One</p>\n<p>Two</p></blockquote>',
  '<pre><code>if (a &lt; b)\n  return;</code></pre>\n<pre>plain  text</pre>',
  '<hr />',
  '<h2 dir="rtl">عنوان</h2>\n<p dir="rtl">نص <strong>مهم</strong></p>\n<ul dir="rtl">\n<li>واحد</li>\n<li dir="ltr">Two</li>\n</ul>',
  '<ol start="3" dir="auto">\n<li><p dir="rtl">واحد</p></li>\n</ol>\n<blockquote dir="rtl"><p>واحد</p>\n<p>اثنان</p></blockquote>',
  '<dl dir="rtl">\n<dt dir="ltr">EIN</dt>\n<dd dir="rtl">رقم</dd>\n</dl>\n<pre dir="ltr"><code>a</code></pre>',
  `<figure dir="rtl">${picture}<figcaption dir="rtl">خريطة</figcaption></figure>`,
  '<table dir="rtl">\n<caption dir="rtl">رسوم</caption>\n<tbody>\n<tr><th scope="row" colspan="2" dir="ltr">A</th><td dir="auto">B</td></tr>\n</tbody>\n</table>',
  `<figure>${picture}<figcaption>A <em>map</em></figcaption></figure>\n<figure>${picture}</figure>`,
  `${picture}\n<p>Between ${picture} words</p>`,
  '<p><a href="https://www.irs.gov/a?b=1&amp;c=2">A <strong>strong</strong> link</a>, <em>em <strong>both</strong></em> H<sub>2</sub>O x<sup>2</sup> <code>code</code> <abbr title="Internal Revenue Service">IRS</abbr></p>',
  '<table>\n<caption>Fees</caption>\n<thead><tr><th scope="col">A</th><th scope="col" colspan="2">B</th></tr></thead>\n<tbody>\n<tr><th scope="row" rowspan="2">C</th><td>D</td><td><p>E</p>\n<p>F</p></td></tr>\n<tr><td>G</td><td>H</td></tr>\n</tbody>\n<tfoot>\n<tr><th scope="row">I</th><td>J</td><td>K</td></tr>\n</tfoot>\n</table>',
  '<table>\n<tbody>\n<tr><td>No heading</td></tr>\n</tbody>\n</table>',
];

test.each(bodies)('%s', (body) => {
  expect(cleanBody(body)).toBe(body);
  expect(throughEditor(body)).toBe(body);
  expect(isLossless(body)).toBe(true);
});

test('there is a sample body for every element that an author may use', () => {
  const all = bodies.join('');
  expect(authorElements.filter((name) => !new RegExp(`<${name}[ >]`).test(all))).toEqual([]);
});

test.each([
  'Words in no block',
  '<p>One</p>words',
  '<table>\n<tbody>\n<tr><th>Scope of nobody</th><td>x</td></tr>\n</tbody>\n<thead>\n<tr><td>late head</td></tr>\n</thead>\n</table>',
  '<figure><p>Words alone</p></figure>',
  '<pre><strong>Marked</strong></pre>',
])('%s would be changed, so it is read-only', (body) => {
  expect(isLossless(cleanBody(body))).toBe(false);
});

test('attack vectors run neither in the editor nor afterwards', () => {
  for (const vector of xssVectors) {
    const clean = cleanBody(vector);
    const doc = docOf(clean);
    if (doc === null) throw new Error(`no document of ${clean}`);
    schema.nodeFromJSON(doc).check();
    const written = bodyOf(doc);
    expect(cleanBody(written), vector).toBe(written.trim());
  }
});

describe('anything written in the editor', () => {
  const words = fc
    .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab <>&"“é'.split('')) })
    .filter((text) => text.trim() === text && !/\s\s/.test(text));
  const mark = fc.constantFrom(
    { type: 'bold' },
    { type: 'italic' },
    { type: 'code' },
    { type: 'link', attrs: { href: '/products' } },
    { type: 'link', attrs: { href: 'https://a.example/?a=1&b="2"'.replaceAll('"', '%22') } },
    { type: 'abbreviation', attrs: { title: 'A "title"' } },
  );
  const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });
  const text = fc.record({ type: fc.constant('text'), text: words, marks }) as fc.Arbitrary<DocNode>;
  const inline = fc.array(text, { minLength: 1, maxLength: 4 });
  const paragraph = inline.map((content): DocNode => ({ type: 'paragraph', content }));
  const heading = fc
    .tuple(inline, fc.constantFrom(2, 3, 4))
    .map(([content, level]): DocNode => ({ type: 'heading', attrs: { level }, content }));
  const cell = (type: string, scope: string | null) =>
    paragraph.map((content): DocNode => ({ type, attrs: { scope, loose: false }, content: [content] }));
  const table = fc
    .tuple(
      fc.array(cell('tableHeader', null), { minLength: 2, maxLength: 2 }),
      fc.array(fc.array(cell('tableCell', null), { minLength: 2, maxLength: 2 }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(
      ([head, rows]): DocNode => ({
        type: 'table',
        content: [head, ...rows].map((content) => ({ type: 'tableRow', content })),
      }),
    );
  const { block } = fc.letrec<{ block: DocNode }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      heading,
      table,
      fc
        .tuple(
          fc.constantFrom('bulletList', 'orderedList'),
          fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(
          ([type, items]): DocNode => ({
            type,
            content: items.map(([first, others]) => ({ type: 'listItem', content: [first, ...others] })),
          }),
        ),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 2 })
        .map((content): DocNode => ({ type: 'blockquote', content })),
    ),
  }));

  test('is clean unchanged, and the same when reopened', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
        const body = bodyOf(schema.nodeFromJSON({ type: 'doc', content }).toJSON() as DocNode);
        expect(cleanBody(body)).toBe(body);
        expect(throughEditor(body)).toBe(body);
      }),
      { numRuns: amount(100, 3_000) },
    );
  });
});

test.each([
  ['irs.gov', 'https://irs.gov'],
  ['http://irs.gov/forms', 'https://irs.gov/forms'],
  [' https://irs.gov/a?b ', 'https://irs.gov/a?b'],
  ['/products', '/products'],
  ['#part-fees', '#part-fees'],
  ['https://shop.example/blogs/a', '/blogs/a'],
  ['help@stateside.example', 'mailto:help@stateside.example'],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['ftp://irs.gov', null],
  ['two words', null],
  ['', null],
])('the address %s leads to %s', (typed, address) => {
  expect(addressIn(typed, 'https://shop.example')).toBe(address);
});
