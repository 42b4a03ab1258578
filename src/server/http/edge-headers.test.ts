/**
 * What a cache in front of the shop may store and under which keys. Responses for one visitor are never
 * included.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCustomer } from '#test/builders/customer.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { aWholeSite, type WholeSite } from '#test/builders/whole-site.ts';
import { buildIfStale } from '#tools/build.ts';
import { edgeHeaders, purgedFreshSeconds } from './edge-headers.ts';

let site: WholeSite;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  site = await aWholeSite();
}, 120_000);
afterAll(() => site.stop());

const marks = ['surrogate-key', 'cache-tag', 'surrogate-control', 'cdn-cache-control'];
const marksOf = ({ headers }: Response): string[] => marks.filter((name) => headers.has(name));

test('each public page names its contents', async () => {
  const keysOf = async (address: string): Promise<string | null> => {
    const answer = await site.ask(address);
    expect([address, answer.status, answer.headers.get('cache-tag')]).toEqual([
      address,
      200,
      answer.headers.get('surrogate-key')?.replaceAll(' ', ',') ?? null,
    ]);
    return answer.headers.get('surrogate-key');
  };
  const [post = '', product = ''] = [site.posts[0], site.products[0]];
  for (const [address, keys] of [
    ['/', 'pages posts products'],
    ['/products', 'pages products'],
    ['/products.data', 'pages products'],
    ['/es/products', 'pages products'],
    [product, 'pages products'],
    ['/net-30-vendor', 'pages products'],
    ['/faq', 'pages'],
    ['/terms', 'pages'],
    ['/blogs', 'pages posts'],
    ['/blogs?page=1', 'pages posts'],
    [post, 'pages posts products'],
    ['/sitemap.xml', 'pages posts products'],
    ['/llms.txt', 'pages posts products'],
    ['/robots.txt', 'pages'],
    ['/blogs/feed.xml', 'pages posts'],
    ['/favicon.svg', 'files'],
    ['/cards/faq.png', 'files'],
  ] as const) {
    const found = await keysOf(address);
    // A product page may list guides.
    expect([address, found?.replace(address === product ? ' posts' : 'none', '')]).toEqual([address, keys]);
  }
});

test('edge caches get separate headers from browsers, and a longer lifetime where purges reach them', async () => {
  const { headers } = await site.ask('/faq');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=604800',
    'surrogate-control': 'max-age=60, stale-while-revalidate=600, stale-if-error=604800',
  });
  expect(edgeHeaders(['posts', 'pages', 'posts'], purgedFreshSeconds)).toMatchObject({
    'surrogate-key': 'pages posts',
    'surrogate-control': 'max-age=600, stale-while-revalidate=600, stale-if-error=604800',
  });
});

test('a content-hashed file is cached permanently, and needs no key', async () => {
  const asset = /\/assets\/[\w.-]+\.js/.exec(await (await site.ask('/faq')).text())?.[0] ?? '';
  const answer = await site.ask(asset);
  expect([answer.status, answer.headers.get('cache-control'), marksOf(answer)]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    [],
  ]);
});

test('private responses have no edge headers, with or without a session', async () => {
  const customer = await aCustomer(site.shop);
  const staff = await aStaffPerson(site.shop);
  const pages = [
    ...[
      '/profile',
      '/profile/reports',
      '/checkout',
      '/es/checkout',
      '/booster-checkout',
      '/subscription-card',
      '/admin',
      '/admin/orders',
    ],
    ...[
      '/payment-successful',
      '/reset-password?token=t',
      '/login',
      '/register',
      '/connect/factiiv',
      `/invoices/inv_${'A'.repeat(22)}`,
    ],
    ...[
      '/quiz?live=GH',
      '/blogs?tag=EIN',
      '/net-30-vendor?total=100',
      '/status',
      '/no/such/page',
      '/blogs/no-such-post',
      '/%ff',
    ],
    ...[
      '/profile.data',
      '/checkout.data',
      '/products.data?_routes=routes%2Fproducts',
      '/About-Us/',
      '/assets/none.js',
    ],
  ];
  const calls = [
    '/api/products',
    '/api/config',
    '/api/auth/me',
    '/api/orders',
    '/api/admin/orders',
    '/api/carts/pending/a@example.com',
    '/api/none',
  ];
  for (const address of [...pages, ...calls])
    for (const headers of [{}, customer.headers, staff.headers]) {
      const answer = await site.ask(address, headers);
      expect([address, marksOf(answer), answer.headers.has('set-cookie')]).toEqual([address, [], false]);
      const rule = answer.headers.get('cache-control') ?? 'private';
      if (answer.status < 300)
        expect([address, rule]).toEqual([
          address,
          expect.stringMatching(/^(no-store|private, no-cache|private)$/),
        ]);
    }
});

test('a shared page is byte-identical for all visitors, and sets no cookie', async () => {
  const { headers } = await aCustomer(site.shop);
  for (const address of ['/', '/products', '/blogs', '/es/products', site.posts[0] ?? '']) {
    const [asGuest, asUser] = await Promise.all([
      site.ask(address),
      site.ask(address, { ...headers, cookie: 'session=1' }),
    ]);
    expect([address, marksOf(asGuest).length, asUser.headers.has('set-cookie')]).toEqual([
      address,
      marks.length,
      false,
    ]);
    expect(await asUser.text()).toBe(await asGuest.text());
  }
});
