/**
 * The posts of a new shop: each is long enough, links only to existing pages, and passes the sanitizer
 * unchanged.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readSeedPost, readSeedPosts } from '#db/seeds/posts.ts';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { cleanBody } from './clean-body.ts';
import * as rules from './rules.ts';

const publicFolder = new URL('../../../public', import.meta.url).pathname;
const posts = await readSeedPosts();
const slugs = posts.map(({ slug }) => slug);
const pages = [
  '/',
  '/about-us',
  '/blogs',
  '/contact-us',
  '/faq',
  '/net-30-vendor',
  '/privacy-policy',
  '/products',
  '/refund-policy',
  '/terms',
];
/** Page titles may be long; `id` values are derived from words. */
const judge = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'valid-id': ['error', { relaxed: true }] },
});
const linksOf = (body: string): string[] =>
  [...body.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);

test('there are at least 18, so that both forms of the pagination appear', () => {
  expect(posts.length).toBeGreaterThanOrEqual(18);
});

test.each(['title', 'metaTitle', 'metaDescription', 'imageAlt'] as const)('no two share a %s', (field) => {
  expect(new Set(posts.map((post) => post[field])).size).toBe(posts.length);
});

describe.each(posts)('$slug', ({ slug, body, bannerImage, publishedAt }) => {
  test('is unchanged by the sanitizer', () => {
    expect(cleanBody(body)).toBe(body);
  });
  test('has 800 words or more, and a past date', () => {
    expect(rules.textOf(body).split(' ').length).toBeGreaterThanOrEqual(800);
    expect(publishedAt.getTime()).toBeLessThan(Date.UTC(2026, 10, 21));
  });
  test('has chapters with distinct names, and a table of contents of readable length', () => {
    const { headings } = rules.prepareBody(body);
    expect(headings.length).toBeGreaterThanOrEqual(3);
    expect(headings.length).toBeLessThanOrEqual(10);
    expect(new Set(headings.map(({ text }) => text)).size).toBe(headings.length);
    expect(headings.filter(({ text }) => text.length > 80)).toEqual([]);
  });
  test('links to existing pages, to other existing posts, and to other sites over https', () => {
    const links = linksOf(body);
    const internalLinks = links
      .filter((href) => href.startsWith('/'))
      .map((href) => href.replace(/#.*$/, ''));
    expect(
      internalLinks.filter(
        (href) => !pages.includes(href) && !slugs.includes(href.replace(/^\/blogs\//, '')),
      ),
    ).toEqual([]);
    expect(internalLinks).not.toContain(`/blogs/${slug}`);
    expect(
      links.filter(
        (href) => !href.startsWith('/') && !/^https:\/\/[\w.-]+\.(?:gov|com|org|io|net)(?:\/|$)/.test(href),
      ),
    ).toEqual([]);
  });
  test('is valid HTML as pages show it', async () => {
    const { results } = await judge.validateString(rules.prepareBody(cleanBody(body)).html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
  });
  test('has a drawn cover without scripts or external references', () => {
    const picture = readFileSync(publicFolder + bannerImage, 'utf8');
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 630"/);
    expect(picture.length).toBeLessThan(12_000);
    expect(picture).not.toMatch(/<script|<image|<foreignObject|href="(?!#)|\son\w+=|NaN|undefined/);
  });
});

test('no post claims that applications or connections are yet to open', () => {
  const waits = /applications (?:for our (?:own )?(?:Net 30 )?account )?open|applications are open/i;
  expect(posts.filter(({ body }) => waits.test(body)).map(({ slug }) => slug)).toEqual([]);
  expect(
    posts.filter(({ body }) => /Connecting [^.;]*opens soon/.test(body)).map(({ slug }) => slug),
  ).toEqual([]);
});

test('dates, percentages, and quotes use one format', () => {
  const other =
    /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\d %|["']/;
  expect(
    posts.flatMap(({ slug, body }) => other.exec(rules.textOf(body))?.[0].concat(` in ${slug}`) ?? []),
  ).toEqual([]);
});

test('every cover belongs to a post', () => {
  const expectedFiles = posts.map(({ slug }) => `${slug}.svg`).toSorted();
  expect(existsSync(`${publicFolder}/blog`) ? readdirSync(`${publicFolder}/blog`).toSorted() : []).toEqual(
    expectedFiles,
  );
});

describe('a file with a mistake is rejected by name', () => {
  const head = {
    title: 'A title that is long enough',
    metaTitle: 'A title for search engines',
    metaDescription: 'What the post is about, in one sentence that search engines show under the title.',
    imageAlt: 'A map with a route and three flags',
    tags: 'Taxes, EIN',
    publishedAt: '2026-05-19',
  };
  const fileOf = (changes: Partial<Record<string, string>> = {}, body = '<p>Text</p>'): string =>
    `<!--\n${Object.entries({ ...head, ...changes })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n')}\n-->\n${body}\n`;
  test('a valid one is read', () => {
    expect(readSeedPost('a-post', fileOf())).toEqual({
      post: {
        slug: 'a-post',
        ...head,
        tags: ['Taxes', 'EIN'],
        publishedAt: new Date('2026-05-19T09:00:00Z'),
        bannerImage: '/blog/a-post.svg',
        body: '<p>Text</p>',
      },
      complaints: [],
    });
  });
  test.each([
    ['no head', '<p>Text</p>', 'must begin with <!--'],
    ['a missing field', fileOf({ imageAlt: undefined }), 'imageAlt is missing'],
    ['an unknown field', fileOf({ author: 'Kofi' }), 'the line "author: Kofi" has an unknown key. Use title'],
    [
      'a title that a card would cut',
      fileOf({ title: 'x'.repeat(43) }),
      'title has 43 characters; it needs 10 to 42',
    ],
    [
      'a long description',
      fileOf({ metaDescription: 'x'.repeat(161) }),
      'metaDescription has 161 characters; it needs 70 to 160',
    ],
    ['a day that does not exist', fileOf({ publishedAt: '2026-02-31' }), 'publishedAt must be a day such as'],
    ['a tag twice', fileOf({ tags: 'EIN, EIN' }), 'tags holds a tag twice'],
    ['an empty tag', fileOf({ tags: 'EIN,, Taxes' }), 'tags holds an empty tag'],
    ['a field twice', fileOf({ tags: 'EIN\ntitle: Another title' }), 'title appears twice'],
    ['no body', fileOf({}, ' '), 'there is no body'],
  ])('%s', (_, text, complaint) => {
    const { post, complaints } = readSeedPost('a-post', text);
    expect(post).toBeNull();
    expect(complaints.join('\n')).toContain(`a-post: ${complaint}`);
  });
  test('a name that is not a slug', () => {
    expect(readSeedPost('A post', fileOf()).complaints[0]).toContain('the name of the file');
  });
});
