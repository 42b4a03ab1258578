/**
 * The content security policy of a shared page allows our own scripts and blocks injected ones. Tested over
 * HTTP.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { RenderPage } from '#contract/pages.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { builtSource } from './page-sources.ts';
import { createPages, type Pages } from './pages.ts';

/** Markup injected into every page, as if an attacker had bypassed all escaping. */
const injected = { now: '' };
const post = {
  ...{
    id: 'post_1',
    slug: 'a-post',
    title: 'A post',
    metaTitle: 'A post',
    metaDescription: 'What it is about',
    imageAlt: 'A map',
  },
  ...{
    description: '<h2 id="a">One</h2><p>Words</p>',
    bannerImage: '/blog/ein-without-ssn.svg',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  ...{
    tags: ['Taxes'],
    excerpt: 'Words',
    readingMinutes: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    reviewedAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ headings: [{ id: 'a', text: 'One' }], related: [] },
};
const noPosts = {
  data: [],
  totalCount: 0,
  limit: 15,
  pagination: { page: 1, limit: 15, totalCount: 0, totalPages: 0 },
};
const apiFetch: typeof fetch = async (input) => {
  const { pathname } = new URL(new Request(input).url);
  return Response.json(
    pathname === '/api/blogs'
      ? noPosts
      : pathname.endsWith('/products')
        ? []
        : pathname.startsWith('/api/blogs/')
          ? post
          : [],
  );
};
let renderOriginal: RenderPage;
let pages: Pages;
let server: Server;
let origin = '';
beforeAll(async () => {
  await buildIfStale(() => undefined);
  const source = await builtSource();
  renderOriginal = source.render;
  const render: RenderPage = async (request, settings) => {
    const page = await source.render(request, settings);
    return {
      ...page,
      body: Buffer.from(Buffer.from(page.body).toString().replace('</main>', `${injected.now}</main>`)),
    };
  };
  const publicOrigin = 'https://shop.example';
  pages = await createPages({
    ...{ mode: 'production', sandboxOrigin: null, publicOrigin, apiFetch },
    shopSettings: defaultSettings.current,
    ...{ contentVersion: async () => '1', source: { ...source, render } },
  });
  server = createServer(getRequestListener(pages.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await pages.stop();
});

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('the policy of a cached page excludes an injected script, and includes all of our own', async () => {
  const scripts = ['stolen()', 'worn()', 'guessed()'];
  const [plain, withNonce, guessed] = scripts;
  injected.now = `<script>${plain}</script><script nonce="">${withNonce}</script><SCRIPT nonce="AAAAAAAAAAAAAAAAAAAAAA">${guessed}</SCRIPT>`;
  const answer = await fetch(`${origin}/faq`);
  injected.now = '';
  const policy = answer.headers.get('content-security-policy') ?? '';
  const html = await answer.text();
  expect(policy).toContain('sha256-');
  expect(policy).not.toMatch(/nonce|unsafe/);
  for (const script of scripts)
    expect([script, html.includes(script), policy.includes(hashOf(script))]).toEqual([script, true, false]);
  const inlineScripts = [...html.matchAll(/<script(?: type="module" async="")?>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => text,
  );
  expect(inlineScripts.filter((text) => !policy.includes(hashOf(text)))).toEqual([plain]);
  expect(inlineScripts.length).toBeGreaterThan(3);
});

test('script markers are removed: a cached page equals, byte for byte, one rendered without a nonce', async () => {
  for (const path of ['/', '/products', '/terms', '/blogs/a-post', '/blogs/a-post.data']) {
    const answer = await fetch(origin + path);
    const drawn = await renderOriginal(new Request(`https://shop.example${path}`), {
      apiFetch,
      nonce: null,
      shopSettings: defaultSettings.current(),
      reportError: () => undefined,
    });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(drawn.body))).toBe(true);
  }
});
