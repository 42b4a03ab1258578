/** The built pages over HTTP with a small fake API. These tests check the responses, not the catalog. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { buildIfStale } from '#tools/build.ts';
import { beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { createPages, type Pages } from './pages.ts';

const product = {
  id: 'ein-filing',
  group: 'tax',
  name: 'EIN filing',
  price: 149.5,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein-filing.svg',
  productBenefits: [{ text: 'The number' }, { text: 'The <b>email</b>' }],
};

let pages: Pages;
/** Renders every page on every request. */
let drawing: Pages;
let failing: Pages;
const reported: unknown[] = [];
const catalog = { now: [product], version: '1' };
const settings = {
  mode: 'production',
  apiFetch: async () => Response.json(catalog.now),
  sandboxOrigin: null,
  publicOrigin: 'https://shop.example',
  shopSettings: defaultSettings.current,
  contentVersion: async () => catalog.version,
} as const;

beforeAll(async () => {
  await buildIfStale(() => undefined);
  pages = await createPages(settings);
  drawing = await createPages({ ...settings, contentVersion: null });
  failing = await createPages({
    ...settings,
    apiFetch: async () => new Response('"Something went wrong"', { status: 500 }),
    reportError: (error) => reported.push(error),
  });
});

const ask = (path: string, init?: RequestInit, from = pages): Promise<Response> =>
  from.fetch(new Request(`http://shop.example${path}`, init));

test('/products is complete without JavaScript: names, prices, and every benefit', async () => {
  const html = await (await ask('/products')).text();
  expect(html).toContain('EIN filing');
  expect(html).toContain('$149.50');
  expect(html).toContain('The &lt;b&gt;email&lt;/b&gt;');
  expect(html).toMatch(/<title>Products/);
});

test('every script and style of a page has the nonce of its policy, unique per page', async () => {
  const answers = await Promise.all([
    ask('/products', undefined, drawing),
    ask('/products', undefined, drawing),
  ]);
  const nonces = answers.map(
    (answer) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  const html = (await answers[0]?.text()) ?? '';
  const scripts = html.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.every((tag) => tag.includes(`nonce="${nonces[0]}"`))).toBe(true);
  expect(html).not.toMatch(/\sstyle="/);
});

test('a cached page has no nonce: its policy names each script by hash, and it may be shared', async () => {
  const answer = await ask('/products');
  const html = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('nonce');
  expect(html).not.toMatch(/nonce="[^"]/);
  const texts = [...html.matchAll(/<script(?: type="module" async="")?>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => text,
  );
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(html.match(/<script(?! type="application\/ld\+json")/g)).toHaveLength(texts.length);
  expect(answer.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  );
});

test('an unconfirmed page is not marked fresh, and may be cached for outages', async () => {
  const faults = { fails: false };
  const version = async (): Promise<string> =>
    faults.fails ? Promise.reject(new Error('no database')) : '1';
  const otherPages = await createPages({ ...settings, contentVersion: version });
  const rulesOf = async (init?: RequestInit): Promise<(string | null | number)[]> => {
    const { status, headers } = await ask('/products', init, otherPages);
    return [
      status,
      ...['cache-control', 'surrogate-control', 'cdn-cache-control', 'surrogate-key'].map((name) =>
        headers.get(name),
      ),
    ];
  };
  const etag = (await ask('/products', undefined, otherPages)).headers.get('etag') ?? '';
  expect((await rulesOf())[2]).toBe('max-age=60, stale-while-revalidate=600, stale-if-error=604800');
  faults.fails = true;
  otherPages.renew();
  const old = 'max-age=1, stale-if-error=604800';
  expect(await rulesOf()).toEqual([
    200,
    'public, max-age=0, s-maxage=1',
    old,
    `public, ${old}`,
    'pages products',
  ]);
  expect((await rulesOf({ headers: { 'if-none-match': etag } })).slice(0, 3)).toEqual([
    304,
    'public, max-age=0, s-maxage=1',
    old,
  ]);
});

test('a client that has the page gets 304, in any encoding', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const first = await ask('/products', { headers: { 'accept-encoding': encoding } });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/);
    const revalidated = await ask('/products', {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    });
    expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
    expect(revalidated.headers.get('content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    );
  }
});

test('unknown query parameters lead to the same page', async () => {
  const plain = await ask('/products');
  const followed = await ask('/products?utm_source=email&x=%3Cscript%3E');
  expect(followed.headers.get('etag')).toBe(plain.headers.get('etag'));
  expect(await followed.text()).not.toContain('utm_source');
});

test('a content page defers the large scripts, and the checkout preloads its own', async () => {
  const asksFor = async (path: string): Promise<string[]> =>
    (await (await ask(path)).text()).match(
      /<(?:script|link)[^>]*(?:src|href)="[^"]*\/(?:framework|shop)-[^"]*\.js"/g,
    ) ?? [];
  expect(await asksFor('/products')).toEqual([]);
  expect(await asksFor('/checkout')).not.toEqual([]);
});

test('the data of a page is cached like its page', async () => {
  const answer = await ask('/products.data');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/x-script']);
  expect(answer.headers.get('cache-control')).toContain('s-maxage');
  expect(
    (await ask('/products.data', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status,
  ).toBe(304);
  expect((await ask('/products.data?_routes=routes%2Fproducts')).headers.get('cache-control')).toBe(
    'private, no-cache',
  );
});

test('payment pages, private pages, and unknown pages are never cached', async () => {
  for (const [path, rule] of [
    ['/checkout', 'private, no-cache'],
    ['/payment-successful?orderId=x', 'no-store'],
    ['/profile', 'no-store'],
    ['/profile?order=x', 'no-store'],
    ['/no/such/page', 'private, no-cache'],
  ] as const) {
    const answer = await ask(path);
    expect([path, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      path,
      rule,
      null,
    ]);
    expect(answer.headers.get('content-security-policy')).toContain('nonce-');
  }
});

test('an unknown address answers 404 with the specified text and is not indexed', async () => {
  const answer = await ask('/no/such/page');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.text()).toContain('Oops! Page not found');
});

test('a page that fails to render returns 500 with links to continue, and only the log has the reason', async () => {
  const answer = await ask('/products', undefined, failing);
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(html).toContain('Unexpected Application Error!');
  expect(html).not.toMatch(/at .*\.js:\d+/);
  expect(reported.length).toBeGreaterThan(0);
});

test('other spellings of an address redirect to the canonical one, and never off the site', async () => {
  for (const [address, location] of [
    ['/Products/?a=1', '/products?a=1'],
    ['//evil.example/', '/evil.example'],
  ] as const) {
    const answer = await ask(address);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
  }
});

test('pages accept reads only', async () => {
  expect((await ask('/products', { method: 'POST', body: 'x' })).status).toBe(405);
});

test('HEAD answers with the headers and no body', async () => {
  const answer = await ask('/products', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('the page is compressed and fits the first round trip', async () => {
  const answer = await ask('/products', { headers: { 'accept-encoding': 'br' } });
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(body.length).toBeLessThan(14_000);
  expect(brotliDecompressSync(body).toString()).toContain('EIN filing');
});

test('every file that a page names is served', async () => {
  const html = await (await ask('/products')).text();
  const addresses = [...html.matchAll(/"(\/(?:assets|products)\/[^"#\\]+\.[a-z0-9]+)[#"\\]/g)].map(
    ([, address = '']) => address,
  );
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of new Set(addresses))
    expect([address, (await ask(address)).status]).toEqual([address, 200]);
});

test('only an existing file has a file address', async () => {
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await ask('/products')).text()) ?? [];
  expect(
    [script ?? '', '/products/ein-filing.svg', '/products', '/assets/none.js', '/api/carts/x.js'].map(
      pages.isFile,
    ),
  ).toEqual([true, true, false, false, false]);
});
