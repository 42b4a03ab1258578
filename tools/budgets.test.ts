/**
 * Transfer sizes of pages in kB (1,000 bytes), compressed. Exceeding a budget calls for a decision, not for a
 * higher number.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildIfStale } from '#tools/build.ts';
import { beforeAll, expect, test } from 'vitest';

type Route = { id: string; module: string; imports: string[]; css: string[] };
type Manifest = { url: string; entry: { module: string; imports: string[] }; routes: Record<string, Route> };

const client = join(import.meta.dirname, '../build/client');
/** Pages for buying, accounts, and messages: they load forms, the contract, and payment code. */
const shopRoutes =
  /^(?:es\/)?routes\/(contact-us|checkout|booster|payment|credit-purchase|profile|login|register|reset|set-password|subscription-card|complete|forgot)/;
/** A page's text is sent in the HTML and in its script. The home page is the largest content page. */
// A payment page uses the shared client, which can refresh a session: 6 kB more than a guest-only client.
const kilobytes = {
  // The Net 30 example parses typed amounts in every accepted format: 0.3 kB.
  contentPage: 126,
  // The success pages restore a cart, show a toast for a paid order, and let a guest correct the address: 2
  // kB.
  shopPage: 158,
  contentPart: 25,
  shopPart: 45,
  // 10 by the guide. New pages (status, guarantees, quiz, product pages) added classes that all pages load
  // once and cache.
  styles: 12,
  font: 35,
  consoleStyles: 14,
  consoleLine: 0.1,
  curve: 90,
  editor: 120,
};

let manifest: Manifest;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  const [name = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const text = readFileSync(join(client, name), 'utf8');
  manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
});

/** The build has already compressed each file. */
const compressedKb = (address: string): number => statSync(`${join(client, address)}.br`).size / 1_000;
const sum = (addresses: Iterable<string>): number =>
  [...addresses].reduce((total, address) => total + compressedKb(address), 0);

/** All files that load before the page is interactive: the root route and the page's route. */
function filesOf(route: Route): Set<string> {
  const parents = ['root', 'routes/any-page'].flatMap((id) => manifest.routes[id] ?? []);
  const { entry, url } = manifest;
  return new Set([
    url,
    entry.module,
    ...entry.imports,
    ...[...parents, route].flatMap(({ module, imports }) => [module, ...imports]),
  ]);
}
const pages = (): Route[] =>
  Object.values(manifest.routes).filter(({ id }) => id !== 'root' && id !== 'routes/any-page');

test('the scripts of a content page fit into 126 kB, those of a shop page into 158 kB', () => {
  const heavy = pages()
    .map((route) => ({
      id: route.id,
      size: sum(filesOf(route)),
      most: shopRoutes.test(route.id) ? kilobytes.shopPage : kilobytes.contentPage,
    }))
    .filter(({ size, most }) => size > most);
  expect(pages().length).toBeGreaterThan(5);
  expect(heavy).toEqual([]);
});

test('no page loads what only a form in use needs: the numbering plans and the country search', () => {
  const initial = new Set(pages().flatMap((route) => [...filesOf(route)]));
  const later = globSync('assets/{phone-numbers,country-search-field}-*.js', { cwd: client });
  expect(later).toHaveLength(2);
  expect(later.filter((name) => initial.has(`/${name}`))).toEqual([]);
});

const mostOfPart = (address: string): number => {
  if (address.includes('/curve-')) return kilobytes.curve;
  return address.includes('/post-editor-') ? kilobytes.editor : kilobytes.shopPart;
};

test('lazy chunks: at most 25 kB on content pages, 45 kB in the shop; console chart 90 kB, editor 120 kB', () => {
  const initial = new Set(pages().flatMap((route) => [...filesOf(route)]));
  const later = globSync('assets/*.js', { cwd: client })
    .map((name) => `/${name}`)
    .filter((address) => !initial.has(address));
  const heavy = later
    .map((address) => ({ address, size: compressedKb(address) }))
    .filter(({ address, size }) => size > mostOfPart(address));
  expect(heavy).toEqual([]);
});

test("a content page's own code is at most 25 kB", () => {
  const shared = new Set([manifest.url, ...manifest.entry.imports, ...(manifest.routes.root?.imports ?? [])]);
  const heavy = pages()
    .filter(({ id }) => !shopRoutes.test(id))
    .map((route) => ({
      id: route.id,
      size: sum([...filesOf(route)].filter((address) => !shared.has(address))),
    }))
    .filter(({ size }) => size > kilobytes.contentPart);
  expect(heavy).toEqual([]);
});

test('the styles are one file of at most 12 kB, which no script contains, and one for the console', () => {
  const files = globSync('assets/*.css', { cwd: client }).map((name) => `/${name}`);
  expect(files.map((name) => name.replace(/-.{8}\.css$/, '')).toSorted()).toEqual([
    '/assets/admin',
    '/assets/app',
  ]);
  expect(sum(files.filter((name) => name.includes('/app-')))).toBeLessThanOrEqual(kilobytes.styles);
  expect(sum(files.filter((name) => name.includes('/admin-')))).toBeLessThanOrEqual(kilobytes.consoleStyles);
  // Styles imported by a script would load a second time and restyle the page.
  expect(pages().filter(({ css }) => css.length > 0)).toEqual([]);
});

test('the console is one line in the common code, and loads only when it is opened', () => {
  const text = readFileSync(join(client, manifest.url), 'utf8');
  const { 'routes/admin': admin, ...routes } = manifest.routes;
  const without = text.replace(/\{.*\}/s, JSON.stringify({ ...manifest, routes }));
  const brotli = (content: string): number => brotliCompressSync(content).length;
  expect((brotli(text) - brotli(without)) / 1_000).toBeLessThanOrEqual(kilobytes.consoleLine);
  const ofShop = new Set(pages().flatMap((route) => (route === admin ? [] : [...filesOf(route)])));
  const ofConsole = globSync('assets/{console,admin,curve,list,orders-area,home-area}-*.js', { cwd: client });
  expect(ofConsole.length).toBeGreaterThan(1);
  expect(ofConsole.filter((name) => ofShop.has(`/${name}`))).toEqual([]);
});

test('each font is at most 35 kB, and so are both that every page loads, together', () => {
  const fonts = globSync('assets/*.woff2', { cwd: client });
  expect(fonts.length).toBeGreaterThan(0);
  const sizeOf = (font: string): number => statSync(join(client, font)).size;
  for (const font of fonts) expect([font, sizeOf(font) <= kilobytes.font * 1_000]).toEqual([font, true]);
  const first = fonts.filter((font) => font.includes('-english-'));
  expect(first.length).toBe(2);
  expect(first.reduce((sum, font) => sum + sizeOf(font), 0)).toBeLessThanOrEqual(kilobytes.font * 1_000);
});
