/**
 * The full set of security headers on each class of response, as a browser receives them from the listener.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildIfStale } from '#tools/build.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { createAdmission } from '#platform/admission.ts';
import { createLogger } from '#platform/logger.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { createBodyReaders } from './body-reader.ts';
import { createFront } from './front.ts';
import { createPages, type Pages } from './pages.ts';

let shop: Shop;
let pages: Pages;
let broken: Pages;
const servers: { close(): void }[] = [];
const noPool = { waitMs: 0 };

const admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => noPool });

/** A listener for pages only, as if behind a TLS proxy. */
async function openListener(publicOrigin: string, from: Pages): Promise<string> {
  const front = createFront(
    {
      log: createLogger('silent'),
      metrics: createMetrics({ ofProcess: false }),
      admission,
      bodyReaders: createBodyReaders(),
      rateLimits: { take: async () => null, glance: () => null, stop: async () => undefined } as never,
      requestsPerMinute: 0,
      trustedProxies: 0,
      isFile: from.isFile,
      isAtHand: from.isAtHand,
      publicOrigin,
      isDraining: () => false,
    },
    from.fetch,
  );
  const server = createServer(front);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const noDocuments = { '/api/invoices/': 'invoice_not_found', '/api/credit-notes/': 'credit_note_not_found' };
/** Returns null for anything but a document. */
function noDocument(input: Parameters<typeof fetch>[0]): Response | null {
  const url = input instanceof Request ? input.url : String(input);
  const [, code] = Object.entries(noDocuments).find(([path]) => url.includes(path)) ?? [];
  return code
    ? new Response('"not found"', {
        status: 404,
        headers: { 'content-type': 'application/json', 'x-error-code': code },
      })
    : null;
}

const listeners = { tls: '', plain: '', broken: '' };
beforeAll(async () => {
  await buildIfStale(() => undefined);
  shop = await aShop({ runJobs: false });
  const settings = {
    mode: 'production',
    sandboxOrigin: null,
    publicOrigin: 'https://shop.example',
    shopSettings: defaultSettings.current,
    contentVersion: async () => '1',
  } as const;
  pages = await createPages({
    ...settings,
    apiFetch: async (input) => noDocument(input) ?? Response.json([]),
  });
  broken = await createPages({
    ...settings,
    apiFetch: async () => new Response('"no"', { status: 500 }),
    reportError: () => undefined,
  });
  listeners.tls = await openListener('https://shop.example', pages);
  listeners.plain = await openListener('http://127.0.0.1:1', pages);
  listeners.broken = await openListener('https://shop.example', broken);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await pages.stop();
  await broken.stop();
  await shop.stop();
});

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
};
const open = {
  ...common,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};
const asset = async (): Promise<string> =>
  /\/assets\/[\w.-]+\.js/.exec(await (await fetch(`${listeners.tls}/products`)).text())?.[0] ?? '';

type Case = [
  name: string,
  path: () => string | Promise<string>,
  status: number,
  headers: Record<string, string>,
];
const cases: Case[] = [
  [
    'a public page',
    () => '/products',
    200,
    { ...open, 'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' },
  ],
  ['the data of a public page', () => '/products.data', 200, open],
  [
    'a private page',
    () => '/payment-successful',
    200,
    { ...open, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  ],
  [
    'a page with a token',
    () => '/reset-password',
    200,
    { ...open, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  ],
  [
    'an invoice that does not exist',
    () => `/invoices/inv_${'A'.repeat(22)}`,
    404,
    { ...open, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  ],
  [
    'a credit note that does not exist',
    () => `/credit-notes/cn_${'A'.repeat(22)}`,
    404,
    { ...open, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  ],
  [
    'the address of an invoice that is spelled otherwise, whose id is not',
    () => '/Invoices/inv_aBc-DEF_/',
    308,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      location: '/invoices/inv_aBc-DEF_',
    },
  ],
  [
    'a payment page',
    () => '/checkout',
    200,
    { ...open, 'cross-origin-opener-policy': 'same-origin-allow-popups', 'x-robots-tag': 'noindex' },
  ],
  [
    'a page that does not exist',
    () => '/no/such/page',
    404,
    { ...open, 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' },
  ],
  ['a file', asset, 200, { ...common, 'cache-control': 'public, max-age=31536000, immutable' }],
  [
    'an address that is spelled otherwise',
    () => '/About-Us/',
    308,
    {
      ...common,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'public, max-age=3600',
      location: '/about-us',
    },
  ],
  [
    'a private address that is spelled otherwise',
    () => '/Reset-Password/?token=x',
    308,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      location: '/reset-password?token=x',
    },
  ],
  [
    'a private address in disguise',
    () => '/re%73et-password?resetToken=x',
    308,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      location: '/reset-password?resetToken=x',
    },
  ],
  [
    'a private address with its hyphen in disguise',
    () => '/reset%2Dpassword',
    308,
    { ...common, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', location: '/reset-password' },
  ],
  [
    'the data of a private page, spelled otherwise',
    () => '/pro%66ile/.data',
    308,
    { ...common, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', location: '/profile.data' },
  ],
  ['a payment address in disguise', () => '/chec%6bout?a=1', 308, { ...common, location: '/checkout?a=1' }],
  ['a public address in disguise', () => '/%66aq', 308, { ...common, location: '/faq' }],
  [
    'a former console address',
    () => '/admin/catalogue/coupons',
    308,
    { ...common, location: '/admin/catalog/coupons' },
  ],
  ['the data of the home page, spelled otherwise', () => '/.data', 308, { ...common, location: '/_.data' }],
  [
    'a file that is not there',
    () => '/assets/root-AbCdEfGh.js',
    404,
    { ...common, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  ],
  [
    'an undecodable address',
    () => '/%ff',
    404,
    { ...open, 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' },
  ],
  [
    'the profile',
    () => '/profile',
    200,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
  ],
  [
    'the page that Factiiv leads back to, with a key in its address',
    () =>
      '/connect/factiiv?state=s&fact_id=f&business_id=b&api_key=k&connecting_app=stateside&connecting_user_id=u',
    200,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'unsafe-none',
    },
  ],
  [
    'the same under another spelling of its address',
    () => '/Connect/Factiiv/?api_key=k',
    308,
    {
      ...common,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      location: '/connect/factiiv?api_key=k',
    },
  ],
  ['a drawing', () => '/favicon.svg', 200, { ...common, 'content-type': 'image/svg+xml; charset=utf-8' }],
  [
    'a card for other sites',
    () => '/cards/faq.png',
    200,
    { ...common, 'cross-origin-resource-policy': 'cross-origin' },
  ],
  ['robots.txt', () => '/robots.txt', 200, { ...common, 'cache-control': 'public, max-age=3600' }],
];

describe('through a listener with TLS', () => {
  test.each(cases)('%s has all headers', async (_name, path, status, headers) => {
    const answer = await fetch(listeners.tls + (await path()), { redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src '(none|self)'; /);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(answer.headers.get(name)).toBeNull();
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    if (isPage)
      expect(answer.headers.get('permissions-policy')).toBe(
        'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
      );
  });

  test('a request that is not a read is rejected in plain text, with all headers', async () => {
    const answer = await fetch(`${listeners.tls}/products`, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...common,
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
  });

  test('a page that cannot be rendered has all headers too', async () => {
    const answer = await fetch(`${listeners.broken}/products`);
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...open,
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src '(none|self)'; /);
  });
});

test('without TLS no HSTS header is sent', async () => {
  for (const path of ['/products', '/robots.txt', '/checkout'])
    expect((await fetch(listeners.plain + path)).headers.get('strict-transport-security')).toBeNull();
});

test('an undecodable address is a not-found page, and writes nothing outside our log', async () => {
  const consoleSpies = ['log', 'warn', 'error'].map((name) =>
    vi.spyOn(console, name as 'log').mockImplementation(() => undefined),
  );
  for (const path of ['/%ff', '/%', '/blogs/100%-free', '/%ff.data']) {
    const answer = await fetch(listeners.plain + path);
    expect([path, answer.status, (await answer.text()).includes('Oops! Page not found')]).toEqual([
      path,
      404,
      true,
    ]);
  }
  expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});

test('a health address is not a page, as its headers show, for any balancer request', async () => {
  for (const [path, method] of ['/healthz', '/readyz'].flatMap((at) =>
    ['GET', 'HEAD', 'OPTIONS'].map((how) => [at, how] as const),
  )) {
    const answer = await fetch(shop.origin + path, { method });
    // On a busy machine the database may be too slow to count as ready; the headers stay.
    const expected = path === '/readyz' && answer.status === 503 ? 503 : 200;
    expect([path, method, answer.status]).toEqual([path, method, expected]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  }
});

test('an API response is not stored, and its headers mark it as no page', async () => {
  for (const [path, status] of [
    ['/api/products', 200],
    ['/api/none', 404],
    ['/api/coupons/by-code/NONE', 404],
  ] as const) {
    const answer = await fetch(shop.origin + path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  }
});

test('while the database is slow, a cached page is served and any other is rejected', async () => {
  const statusOf = async (path: string): Promise<number> => (await fetch(listeners.tls + path)).status;
  expect(await statusOf('/faq?utm_source=mail')).toBe(200);
  noPool.waitMs = 60_000;
  // A single client is never rejected because of pool waits, so the load comes from eight clients.
  const leave = Array.from({ length: 8 }, (_, index) => admission.enter('ordinary', `client-${index}`));
  try {
    expect(
      await Promise.all(['/faq', '/faq?utm_source=mail', '/login', '/blogs/not-yet-drawn'].map(statusOf)),
    ).toEqual([200, 200, 503, 503]);
    expect((await fetch(`${listeners.tls}/faq`, { method: 'POST' })).status).toBe(503);
  } finally {
    noPool.waitMs = 0;
    for (const end of leave) end();
  }
  expect(await statusOf('/login')).toBe(200);
});
