/**
 * The static pages over HTTP: one heading, a title and a description of the right length, and a size that
 * suits slow connections.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { services } from '#db/seeds/services.ts';
import { buildIfStale } from '#tools/build.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { createPages, type Pages } from './pages.ts';

const products = services.map(({ id, name, priceCents, subscription, benefits }) => ({
  id,
  name,
  price: priceCents === null ? null : priceCents / 100,
  type: subscription ? 'subscription' : 'simple',
  subscriptionPrice: subscription ? subscription.priceCents / 100 : null,
  subscriptionPeriod: subscription?.period ?? null,
  image: `/products/${id}.svg`,
  productBenefits: benefits.map((text) => ({ text })),
}));

/** Text of three real posts. Repeated text would compress better than real content. */
const beginnings = {
  first:
    'On one LLC profit of $40,000, no state bill in Wyoming, Delaware or New Mexico depends on the profit. How the three differ in fees, in what others can see, and which one a founder abroad should choose.',
  second:
    'An EIN is the tax number of your company, and the IRS gives it to owners who have no number of their own. The form, the line that stops most people, the fax, the weeks of waiting and the email that banks ask for.',
  third:
    'Sort each payment when it happens and a year of records takes an hour a month. Which accounts to open first, what the IRS wants kept and for how long, and where owners mix their own money with that of the firm.',
};
const posts = Object.entries(beginnings).map(([slug, excerpt]) => ({
  slug,
  title: `The ${slug} post`,
  excerpt,
  bannerImage: `/posts/${slug}.svg`,
  imageAlt: 'A drawn form',
  description: '<p>The whole body, which no card shows.</p>',
}));

/** The part of a shop's API that the static pages call. */
const answering =
  (onSale: unknown[], written: unknown[]): typeof fetch =>
  async (input) =>
    Response.json(new URL(String(input)).pathname === '/api/blogs' ? { data: written } : onSale);

/** The largest is the home page with 13.2 kB. About 13 kB fit into the first round trip. */
const pageAtMostBytes = 20_000;

let pages: Pages;
let emptyCatalog: Pages;

beforeAll(async () => {
  await buildIfStale(() => undefined);
  pages = await createPages({
    mode: 'production',
    apiFetch: answering(products, posts),
    sandboxOrigin: null,
    shopSettings: defaultSettings.current,
  });
  emptyCatalog = await createPages({
    mode: 'production',
    apiFetch: answering([], []),
    sandboxOrigin: null,
    shopSettings: defaultSettings.current,
  });
});

const paths = ['/', '/about-us', '/net-30-vendor'];
const read = async (path: string, from = pages): Promise<string> => {
  const answer = await from.fetch(new Request(`http://shop.example${path}`));
  expect(answer.status).toBe(200);
  return answer.text();
};
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);

for (const path of paths) {
  describe(path, () => {
    test('has one first-level heading, and headings that skip no level', async () => {
      const levels = all(await read(path), /<h([1-6])/g).map(Number);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    });

    test('has a title of at most 60 characters and a description of 70 to 160', async () => {
      const html = await read(path);
      const [title = ''] = all(html, /<title>([^<]*)<\/title>/g);
      const [description = ''] = all(html, /<meta name="description" content="([^"]*)"/g);
      expect(title.length).toBeLessThanOrEqual(60);
      expect(title).toContain('Stateside');
      expect(description.length).toBeGreaterThanOrEqual(70);
      expect(description.length).toBeLessThanOrEqual(160);
    });

    test('has no inline style and no duplicate id', async () => {
      const html = await read(path);
      expect(html).not.toMatch(/\sstyle="/);
      const ids = all(html, /\sid="([^"]+)"/g);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('is at most 20 kB, compressed like a cached page', async () => {
      const stored = brotliCompressSync(await read(path), {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      });
      expect(stored.byteLength).toBeLessThan(pageAtMostBytes);
    });
  });
}

test('no two pages share a title or a description', async () => {
  const heads = await Promise.all(
    paths.map(async (path) => all(await read(path), /(<title>[^<]*|<meta name="description"[^>]*)/g)),
  );
  expect(new Set(heads.flat()).size).toBe(paths.length * 2);
});

test('the home page ends with the newest posts as cards, and without posts it has no such block', async () => {
  const html = await read('/');
  expect(all(html, /href="\/blogs\/([^"]+)"/g)).toEqual(['first', 'second', 'third']);
  expect(html).not.toContain('which no card shows');
  expect(await read('/', emptyCatalog)).not.toContain('Latest from the blog');
});

test('a shop without products still has a home page, which then shows no price', async () => {
  const html = await read('/', emptyCatalog);
  expect(html).toContain('Ask us for a price');
  expect(html).not.toContain('One example, with every dollar');
  expect(await read('/net-30-vendor', emptyCatalog)).toContain('$174.51');
});
