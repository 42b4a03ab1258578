/**
 * The blog over HTTP: list pages, a single post, rejections, and that publishing twice has no further effect.
 */
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { feedRoute } from '#server/pages/feed.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import type { PostDraft } from './rules.ts';
import { publish, publishFirst } from './service.ts';

let shop: Shop;
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 9));
const aDraft = (number: number, changes: Partial<PostDraft> = {}): PostDraft => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  metaTitle: `Post ${number}`,
  metaDescription: 'What it is about.',
  imageAlt: 'A map',
  bannerImage: '/blog/ein-without-ssn.svg',
  body: `<h2>Part</h2><p>${'word '.repeat(100)}</p>`,
  tags: ['Taxes'],
  publishedAt: day(number),
  ...changes,
});

beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  const drafts = Array.from({ length: 18 }, (_, index) => aDraft(index + 1));
  await publish(shop.deps, drafts, { replace: false });
});
afterAll(() => shop.stop());

const get = (path: string) => fetch(`${shop.origin}${path}`);

describe('GET /api/blogs', () => {
  test('answers the newest 15 posts and what a pagination needs', async () => {
    const { data, ...rest } = await shop.call(contract.listBlogs, { query: {} });
    expect(data.map(({ slug }) => slug)).toEqual(
      Array.from({ length: 15 }, (_, index) => `post-${18 - index}`),
    );
    expect(rest).toEqual({
      totalCount: 18,
      limit: 15,
      pagination: { page: 1, limit: 15, totalCount: 18, totalPages: 2 },
    });
  });
  test('answers the page and the limit that are asked for', async () => {
    const { data, pagination } = await shop.call(contract.listBlogs, { query: { limit: 4, page: 5 } });
    expect(data.map(({ slug }) => slug)).toEqual(['post-2', 'post-1']);
    expect(pagination).toEqual({ page: 5, limit: 4, totalCount: 18, totalPages: 5 });
  });
  test('a page past the last one is empty', async () => {
    const { data, pagination } = await shop.call(contract.listBlogs, { query: { page: 99 } });
    expect(data).toEqual([]);
    expect(pagination.totalPages).toBe(2);
  });
  test('returns only the beginning of each body: as HTML, and as the text of cards', async () => {
    const { data } = await shop.call(contract.listBlogs, { query: { limit: 1 } });
    expect(data[0]).toMatchObject({
      title: 'Post 18',
      imageAlt: 'A map',
      bannerImage: '/blog/ein-without-ssn.svg',
      createdAt: '2026-01-18T09:00:00.000Z',
      tags: ['Taxes'],
      readingMinutes: 1,
    });
    expect(data[0]?.excerpt).toMatch(/^Part word .*word…$/);
    expect(data[0]?.description).toBe(`<p>${data[0]?.excerpt}</p>`);
  });
  test.each([
    ['page=0', 'Page must be a whole number from 1 to 100000'],
    ['page=-1', 'Page must be a whole number from 1 to 100000'],
    ['page=1.5', 'Page must be a whole number from 1 to 100000'],
    ['page=one', 'Page must be a whole number from 1 to 100000'],
    ['page=0x2', 'Page must be a whole number from 1 to 100000'],
    ['page=1e1', 'Page must be a whole number from 1 to 100000'],
    ['page=01', 'Page must be a whole number from 1 to 100000'],
    ['page=%2B1', 'Page must be a whole number from 1 to 100000'],
    ['page=%201', 'Page must be a whole number from 1 to 100000'],
    ['page=', 'Page must be a whole number from 1 to 100000'],
    ['page=99999999999999999999', 'Page must be a whole number from 1 to 100000'],
    ['limit=0', 'Limit must be a whole number from 1 to 100'],
    ['limit=101', 'Limit must be a whole number from 1 to 100'],
    ['page=1&page=2', 'The address names page more than once'],
    ['order=title', 'Unknown field: order'],
  ])('422 for ?%s', async (query, sentence) => {
    const answer = await get(`/api/blogs?${query}`);
    expect([answer.status, await answer.json()]).toEqual([422, sentence]);
  });
});

describe('filtered posts', () => {
  const slugs = async (query: { tag?: string; search?: string; page?: number; limit?: number }) => {
    const { data, totalCount } = await shop.call(contract.listBlogs, { query });
    return { slugs: data.map(({ slug }) => slug), totalCount };
  };
  const looked: PostDraft[] = [
    aDraft(101, {
      slug: 'llc-fees',
      title: 'What an LLC costs',
      tags: ['Company formation'],
      body: '<p>Filing a form.</p>',
    }),
    aDraft(102, {
      ...{ slug: 'banks', title: 'Opening an account', tags: ['Banking', 'Company formation'] },
      body: '<h2>Costs</h2><p class="kangaroo">Each LLC pays the <em>bank</em>.</p>',
    }),
  ];
  beforeAll(() => publish(shop.deps, looked, { replace: false }));
  afterAll(() => shop.db.deleteFrom('blog_post').where('slug', 'in', ['llc-fees', 'banks']).execute());

  test('a tag filters the posts, in any case, newest first and by page', async () => {
    expect(await slugs({ tag: 'Company formation' })).toEqual({
      slugs: ['banks', 'llc-fees'],
      totalCount: 2,
    });
    expect(await slugs({ tag: 'company FORMATION', limit: 1, page: 2 })).toEqual({
      slugs: ['llc-fees'],
      totalCount: 2,
    });
    expect(await slugs({ tag: 'Company' })).toEqual({ slugs: [], totalCount: 0 });
    expect((await slugs({ tag: '' })).totalCount).toBe(20);
  });
  test('a search finds words in other forms, in title or body, title matches first', async () => {
    expect((await slugs({ search: 'llc cost' })).slugs).toEqual(['llc-fees', 'banks']);
    expect((await slugs({ search: 'filed forms' })).slugs).toEqual(['llc-fees']);
    expect((await slugs({ search: 'filing-form' })).slugs).toEqual(['llc-fees']);
    expect((await slugs({ search: 'llc', tag: 'banking' })).slugs).toEqual(['banks']);
    expect((await slugs({ search: '"llc pays"' })).slugs).toEqual(['banks']);
    expect((await slugs({ search: 'llc -bank' })).slugs).toEqual(['llc-fees']);
  });
  test('elements of a body are not searched', async () => {
    for (const search of ['kangaroo', 'h2', 'em', 'class'])
      expect([search, (await slugs({ search })).slugs]).toEqual([search, []]);
  });
  test.each(["'); drop table blog_post; --", '%', '\u0000', '((', '"', ':*', '-', '!!&|<->', 'the'])(
    'search terms like %j cause no error',
    async (search) => {
      const answer = await get(
        `/api/blogs?search=${encodeURIComponent(search)}&tag=${encodeURIComponent(search)}`,
      );
      expect(answer.status).toBe(200);
    },
  );
  test('overlong terms are rejected with a message', async () => {
    const answer = await get(`/api/blogs?search=${'x'.repeat(101)}`);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Search must have at most 100 characters'),
    ]);
  });
  test('the tags of all posts, most used first', async () => {
    expect(await shop.call(contract.listBlogTags)).toEqual([
      { tag: 'Taxes', posts: 18 },
      { tag: 'Company formation', posts: 2 },
      { tag: 'Banking', posts: 1 },
    ]);
  });
});

describe('GET /api/blogs/{slug}', () => {
  test('returns the whole body, its headings, and posts on the same subjects first', async () => {
    await publish(
      shop.deps,
      [
        aDraft(0, { slug: 'visas', tags: ['Visas', 'Taxes'] }),
        aDraft(-1, { slug: 'visa-fees', tags: ['Visas'] }),
      ],
      {
        replace: false,
      },
    );
    const post = await shop.call(contract.readBlog, { params: { slug: 'visas' } });
    expect(post.description).toContain('<h2 id="part-part">Part</h2>');
    expect(post.headings).toEqual([{ id: 'part-part', text: 'Part' }]);
    expect(post.related).toHaveLength(3);
    expect((await shop.call(contract.readBlog, { params: { slug: 'visa-fees' } })).related[0]?.slug).toBe(
      'visas',
    );
    await shop.db.deleteFrom('blog_post').where('slug', 'in', ['visas', 'visa-fees']).execute();
  });
  test('shows what is stored now, and cleans what got into the table directly', async () => {
    await publish(shop.deps, [aDraft(40)], { replace: false });
    await get('/api/blogs/post-40');
    const hostileHtml = '<p onclick="alert(1)">Changed</p><script>alert(2)</script>';
    await shop.db.updateTable('blog_post').set({ body: hostileHtml }).where('slug', '=', 'post-40').execute();
    expect((await shop.call(contract.readBlog, { params: { slug: 'post-40' } })).description).toBe(
      '<p>Changed</p>',
    );
    await shop.db.deleteFrom('blog_post').where('slug', '=', 'post-40').execute();
  });
  test.each(['no-such-post', 'Post-1', '..%2Fproducts', '%00', 'a'.repeat(200), '%F0%9F%97%BD'])(
    '404 for %s',
    async (slug) => {
      const answer = await get(`/api/blogs/${slug}`);
      expect([answer.status, await answer.json(), answer.headers.get('x-error-code')]).toEqual([
        404,
        'Oops! Post not found.',
        'post_not_found',
      ]);
    },
  );
});

describe('publishing', () => {
  test('stores clean bodies', async () => {
    await publish(
      shop.deps,
      [aDraft(50, { body: '<p style="x">Good</p><iframe src="https://a.example"></iframe>' })],
      { replace: false },
    );
    const { body } = await shop.db
      .selectFrom('blog_post')
      .select('body')
      .where('slug', '=', 'post-50')
      .executeTakeFirstOrThrow();
    expect(body).toBe('<p>Good</p>');
    await shop.db.deleteFrom('blog_post').where('slug', '=', 'post-50').execute();
  });
  test('the same posts again change nothing; with replace, only differences are written', async () => {
    const before = await shop.db.selectFrom('blog_post').selectAll().orderBy('slug').execute();
    expect(await publish(shop.deps, [aDraft(1), aDraft(2)], { replace: true })).toEqual({
      added: [],
      changed: [],
    });
    expect(await publish(shop.deps, [aDraft(2, { title: 'Other' })], { replace: false })).toEqual({
      added: [],
      changed: [],
    });
    expect(await shop.db.selectFrom('blog_post').selectAll().orderBy('slug').execute()).toEqual(before);
    expect(
      await publish(shop.deps, [aDraft(1), aDraft(2, { tags: ['Taxes', 'EIN'] })], { replace: true }),
    ).toEqual({
      added: [],
      changed: ['post-2'],
    });
    const post = await shop.call(contract.readBlog, { params: { slug: 'post-2' } });
    expect(post.tags).toEqual(['Taxes', 'EIN']);
    expect(post.createdAt).toBe('2026-01-02T09:00:00.000Z');
    expect(Date.parse(post.updatedAt)).toBeGreaterThan(Date.parse(post.createdAt));
  });
  test('a blog with posts does not get the bundled ones', async () => {
    await publishFirst(shop.deps, async () => [aDraft(60)]);
    expect((await get('/api/blogs/post-60')).status).toBe(404);
  });
});

describe('GET /blogs/feed.xml', () => {
  test('contains the newest posts in full, with absolute addresses', async () => {
    await publish(
      shop.deps,
      [aDraft(70, { body: '<p><a href="/faq">FAQ</a> &amp; <a href="#part-x">here</a></p>' })],
      { replace: false },
    );
    const answer = await get('/blogs/feed.xml');
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = await answer.text();
    expect(feed).toContain(
      '<link rel="self" type="application/atom+xml" href="http://shop.example/blogs/feed.xml"/>',
    );
    expect(feed).toContain('<id>http://shop.example/blogs/post-70</id>');
    expect(feed).toContain('&lt;a href=&quot;http://shop.example/faq&quot;&gt;FAQ&lt;/a&gt; &amp;amp;');
    expect(feed).toContain('href=&quot;http://shop.example/blogs/post-70#part-x&quot;');
    expect(feed).not.toMatch(/(?:href|src)=&quot;\//);
    expect(feed.match(/<entry>/g)).toHaveLength(19);
  });
  test('is not resent to a reader that has it, until a post changes', async () => {
    const etag = (await get('/blogs/feed.xml')).headers.get('etag') ?? '';
    const refetch = () => fetch(`${shop.origin}/blogs/feed.xml`, { headers: { 'if-none-match': etag } });
    expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/);
    expect((await refetch()).status).toBe(304);
    await shop.db.deleteFrom('blog_post').where('slug', '=', 'post-70').execute();
    const changed = await refetch();
    expect(changed.status).toBe(200);
    expect(await changed.text()).not.toContain('post-70');
  });
  test('is built once for concurrent requests', async () => {
    let readings = 0;
    const db = new Proxy(shop.db, {
      get: (from, name) => {
        if (name === 'selectFrom') readings += 1;
        const part: unknown = Reflect.get(from, name);
        return typeof part === 'function' ? part.bind(from) : part;
      },
    });
    const api = new Hono();
    feedRoute(api, { ...shop.deps, db });
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.request('/blogs/feed.xml')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(readings).toBe(1);
  });
});
