/** The built pages behind their door, with a small API in place of the shop: what matters here is the answer, not the catalogue. */
import { brotliDecompressSync } from 'node:zlib';
import { buildIfStale } from '#tools/build.ts';
import { beforeAll, expect, test } from 'vitest';
import { createPages, type Pages } from './pages.ts';

const product = {
  id: 'ein-filing',
  name: 'EIN filing',
  price: 149.5,
  type: 'simple',
  subscriptionPrice: null,
  subscriptionPeriod: null,
  image: '/products/ein-filing.svg',
  productBenefits: [{ text: 'The number' }, { text: 'The <b>letter</b>' }],
};

let pages: Pages;
let failing: Pages;
const reported: unknown[] = [];

beforeAll(async () => {
  await buildIfStale(() => undefined);
  pages = await createPages({ mode: 'production', apiFetch: async () => Response.json([product]), sandboxOrigin: null });
  failing = await createPages({
    mode: 'production',
    apiFetch: async () => new Response('"Something went wrong"', { status: 500 }),
    sandboxOrigin: null,
    reportError: (error) => reported.push(error),
  });
});

const ask = (path: string, init?: RequestInit, from = pages): Promise<Response> =>
  from.fetch(new Request(`http://shop.example${path}`, init));

test('/products is complete without JavaScript: names, prices and every benefit', async () => {
  const html = await (await ask('/products')).text();
  expect(html).toContain('EIN filing');
  expect(html).toContain('$149.50');
  expect(html).toContain('The &lt;b&gt;letter&lt;/b&gt;');
  expect(html).toMatch(/<title>Products/);
});

test('every script and style of a page carries the nonce of its policy, and no two pages share it', async () => {
  const answers = await Promise.all([ask('/products'), ask('/products')]);
  const nonces = answers.map((answer) => /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]);
  expect(new Set(nonces).size).toBe(2);
  const html = (await answers[0]?.text()) ?? '';
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.every((tag) => tag.includes(`nonce="${nonces[0]}"`))).toBe(true);
  expect(html).not.toMatch(/\sstyle="/);
});

test('an unknown address answers 404 with the specified words and is not indexed', async () => {
  const answer = await ask('/no/such/page');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.text()).toContain('Oops! Page not found');
});

test('a page that cannot be drawn answers 500 with a way on, and the reason goes to the log only', async () => {
  const answer = await ask('/products', undefined, failing);
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(html).toContain('Unexpected Application Error!');
  expect(html).not.toMatch(/at .*\.js:\d+/);
  expect(reported.length).toBeGreaterThan(0);
});

test('other spellings of an address lead to the one spelling, and never off the site', async () => {
  for (const [asked, location] of [
    ['/Products/?a=1', '/products?a=1'],
    ['//evil.example/', '/evil.example'],
  ] as const) {
    const answer = await ask(asked);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
  }
});

test('pages are read and not written to', async () => {
  expect((await ask('/products', { method: 'POST', body: 'x' })).status).toBe(405);
});

test('HEAD answers with the headers and no body', async () => {
  const answer = await ask('/products', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('the page travels compressed and fits the first round trip', async () => {
  const answer = await ask('/products', { headers: { 'accept-encoding': 'br' } });
  const body = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(body.length).toBeLessThan(14_000);
  expect(brotliDecompressSync(body).toString()).toContain('EIN filing');
});

test('every file that a page names is served', async () => {
  const html = await (await ask('/products')).text();
  const addresses = [...html.matchAll(/(?:href|src)="(\/(?:assets|products)\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of new Set(addresses)) expect([address, (await ask(address)).status]).toEqual([address, 200]);
});

test('a file is an address that a file answers, and no other', async () => {
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await ask('/products')).text()) ?? [];
  expect([script ?? '', '/products/ein-filing.svg', '/products', '/assets/none.js', '/api/carts/x.js'].map(pages.isFile)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
