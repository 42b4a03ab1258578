/**
 * Serves pages and their files, as one function from request to response. A shared page is rendered once and
 * carries the hashes of its scripts; any other page is rendered per visitor and carries a nonce. Path of a
 * page: `front.ts`, this file, `page-cache.ts`, and for a new version `web/render.ts` with its route.
 */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Texts } from '#kernel/language.ts';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { codeOfPath, plainPath } from '#kernel/page-languages.ts';
import { canonicalPath, isPrivatePath, type RenderedPage, sharedAddress } from '#contract/pages.ts';
import type { ShopSettings } from '#content/shop-settings.ts';
import { type Languages, pseudoLanguages } from '#platform/languages/languages.ts';
import { edgeHeaders, collectingKeys, unconfirmed, unpurgedFreshSeconds } from '#server/http/edge-headers.ts';
import { failedPage } from '#server/http/failed-page.ts';
import { createPageCache, type Drawn, toCached, type CachedPage } from './page-cache.ts';
import { builtSource, developingSource, type PageSource } from './page-sources.ts';
import {
  commonHeaders,
  inertPolicy,
  type PolicySettings,
  pageHeaders,
} from '#server/http/security-headers.ts';
import { drawSiteFile, isSiteFile } from './site-files.ts';
import { clientHas, preferredEncoding, tagOf } from '#server/http/static-files.ts';

export type Pages = Pick<PageSource, 'isFile' | 'stop'> & {
  fetch(request: Request): Promise<Response>;
  /** True for an address, with its query, whose page is cached and needs no database. */
  isAtHand(address: string): boolean;
  /** Call when the content of shared pages has changed. */
  renew(): void;
};

export type PagesSettings = {
  mode: 'development' | 'production';
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /** Null: Stripe. Otherwise the origin of the Stripe sandbox. */
  sandboxOrigin: string | null;
  /** The public address of the shop, used for every page. Default: the host of the request. */
  publicOrigin?: string;
  /**
   * Seconds that a cache in front of the shop may serve a page. Default: the value for a cache without purge
   * calls.
   */
  edgeSeconds?: number;
  /** The operator's settings now. */
  shopSettings: () => ShopSettings;
  /** Equal versions mean equal content. Omitted or null: no page is cached. */
  contentVersion?: (() => Promise<string>) | null;
  reportError?: (error: unknown) => void;
  /** Omitted: every page is in English. */
  languages?: Languages;
  /** Default: the build, or a module server in development. */
  source?: PageSource;
};

const smallestWorthCompressing = 1_000;
/** Seconds until a page whose data failed may be retried. */
const unavailableSeconds = '5';

const freshNonce = (): string => randomBytes(16).toString('base64url');

/** Rejects with a sentence for the operator when the pages were never built. */
export async function createPages(settings: PagesSettings): Promise<Pages> {
  const { mode, sandboxOrigin, publicOrigin, languages, shopSettings, contentVersion = null } = settings;
  const source = settings.source ?? (mode === 'development' ? await developingSource() : await builtSource());
  const policy: PolicySettings = { sandboxOrigin, developing: mode === 'development' };
  const draw = drawer(source, settings);
  const origin = publicOrigin ?? 'http://localhost';
  const drawPage = async (address: string, apiFetch: typeof fetch): Promise<Drawn> => {
    const mark = freshNonce();
    const page = await draw(new Request(`${origin}${address}`), mark, apiFetch);
    if (page === null) throw new Error(`${address} could not be drawn`);
    return dressShared(address, page, mark, policy);
  };
  const drawShared = async (address: string): Promise<Drawn> => {
    const { apiFetch, keys } = collectingKeys(settings.apiFetch);
    const drawn = isSiteFile(address)
      ? await drawSiteFile(address, { origin, apiFetch, company: shopSettings().company })
      : await drawPage(address, apiFetch);
    const forOthers =
      drawn.status === 200
        ? edgeHeaders([edgeKeys.pages, ...keys], settings.edgeSeconds ?? unpurgedFreshSeconds)
        : {};
    return { ...drawn, headers: { ...drawn.headers, ...forOthers } };
  };
  const cache =
    mode === 'development' || contentVersion === null
      ? null
      : createPageCache({ draw: drawShared, version: contentVersion });
  const storedAs = (url: URL): string | null =>
    cache === null || (testLanguageOf(url) && languages?.ofPage(...requestedLanguage(url)))
      ? null
      : sharedOf(url);
  const answerPage = async (request: Request, url: URL): Promise<Response> => {
    const shared = storedAs(url);
    const stored = shared === null ? null : await cache?.ask(shared);
    if (stored) return answerCached(request, stored.isConfirmed ? stored.page : mayBeOld(stored.page));
    if (isSiteFile(url.pathname)) return answerCached(request, toCached(await drawShared(url.pathname)));
    const nonce = freshNonce();
    const path = isReadable(url.pathname) ? url.pathname : nowhere;
    const page = await draw(new Request(`${publicOrigin ?? url.origin}${path}${url.search}`, request), nonce);
    return dress(request, path, page ?? failedPage(nonce, shopSettings().company.email), nonce, policy);
  };
  return {
    fetch: async (request) => {
      const file = await source.answerFile(request);
      if (file !== null) return file;
      const url = new URL(request.url);
      return refuse(request, url) ?? answerPage(request, url);
    },
    isFile: source.isFile,
    isAtHand: (address) => {
      const url = URL.parse(address, origin);
      const shared = url === null ? null : storedAs(url);
      return shared !== null && cache?.has(shared) === true;
    },
    renew: () => cache?.renew(),
    stop: source.stop,
  };
}

/**
 * Returns null for a page that could not be rendered. The router's last resort is a line of plain text, ours
 * is a page.
 */
function drawer(
  source: PageSource,
  { apiFetch: defaultFetch, languages, shopSettings, reportError = console.error }: PagesSettings,
) {
  return async (
    request: Request,
    nonce: string | null,
    apiFetch = defaultFetch,
  ): Promise<RenderedPage | null> => {
    const [code, path] = requestedLanguage(new URL(request.url));
    const language = languages?.ofPage(code, path) ?? null;
    const moreTexts = (english: readonly string[]): Texts => languages?.pick(code, english) ?? {};
    const page = await source
      .render(request, { apiFetch, nonce, shopSettings: shopSettings(), language, moreTexts, reportError })
      .catch((error: unknown) => {
        reportError(error);
        return null;
      });
    const isFit =
      page !== null &&
      (page.status !== 500 || /^text\/(html|x-script)/.test(page.headers.get('content-type') ?? ''));
    return isFit ? page : null;
  };
}

/**
 * Pseudo languages for tests have no addresses; they are requested with `?language=` where the shop enables
 * them.
 */
const testLanguageOf = ({ searchParams }: URL): string | undefined => {
  const requested = searchParams.get('language') ?? '';
  return Object.hasOwn(pseudoLanguages, requested) ? requested : undefined;
};

const requestedLanguage = (url: URL): [code: string, path: string] => {
  const path = pageOf(url.pathname);
  return [testLanguageOf(url) ?? codeOfPath(path), plainPath(path)];
};

/**
 * Rejects methods other than reads, and redirects to the canonical address. A missing file may exist soon, so
 * its 404 is not cached.
 */
function refuse(request: Request, { pathname, search }: URL): Response | null {
  if (!['GET', 'HEAD'].includes(request.method))
    return refusal(405, 'This address does not support that request method', { allow: 'GET, HEAD' });
  const canonical = canonicalAddress(pathname);
  if (canonical.startsWith('/assets/')) return refusal(404, 'File not found');
  if (canonical === pathname) return null;
  const isPrivate = isPrivatePath(pageOf(canonical));
  return new Response(null, {
    status: 308,
    headers: {
      ...inertHeaders,
      ...(isPrivate ? { 'referrer-policy': 'no-referrer' } : {}),
      location: `${canonical}${search}`,
      'cache-control': isPrivate ? 'no-store' : 'public, max-age=3600',
    },
  });
}

const inertHeaders = { ...commonHeaders, 'content-security-policy': inertPolicy };

const refusal = (status: number, sentence: string, headers: Record<string, string> = {}): Response =>
  new Response(sentence, {
    status,
    headers: {
      ...inertHeaders,
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    },
  });

/**
 * The canonical address of a page and its data. The router would also accept `/faq/.data` and `/faq/_.data`,
 * and `/.data` for the home page.
 */
const canonicalAddress = (path: string): string =>
  canonicalPath(path)
    // Console addresses from before version 1.0.0.
    .replace(/^\/admin\/catalogue(?=\/|$)/, '/admin/catalog')
    .replace(/^\/\.data$/, '/_.data')
    .replace(/(.)\/_?\.data$/, '$1.data');

/**
 * Replaces every address that cannot be decoded, such as `/%ff`. The router would report those outside our
 * log. No page exists here.
 */
const nowhere = '/not-an-address';

function isReadable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

const dataEnding = /\.data$/;
/** The page of an address or of its data address. */
const pageOf = (path: string): string => (path === '/_.data' ? '/' : path.replace(dataEnding, ''));

/**
 * The cache key of a page or its data, or null when it is not cached. Data requests with router parameters
 * (`_routes`, `index`) depend on one visitor's navigation.
 */
function sharedOf({ pathname, searchParams }: URL): string | null {
  if (isSiteFile(pathname)) return pathname;
  const isData = dataEnding.test(pathname);
  if (isData && (searchParams.has('_routes') || searchParams.has('index'))) return null;
  const address = sharedAddress(pageOf(pathname), searchParams);
  if (address === null) return null;
  return isData ? `${pathname}${address.slice(pageOf(pathname).length)}` : address;
}

/** Renderer headers that are valid for every visitor. */
const ownHeaders = ['content-type', 'location', 'x-remix-response'];

function dressShared(address: string, page: RenderedPage, mark: string, policy: PolicySettings): Drawn {
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') === true;
  const { body, hashes } = isHtml
    ? withoutMark(page.body, mark)
    : { body: Buffer.from(page.body), hashes: [] };
  const path = pageOf(new URL(address, 'http://page').pathname);
  const headers: Record<string, string> = pageHeaders(path, { hashes }, policy);
  for (const name of ownHeaders) {
    const value = page.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  headers.vary = 'accept-encoding';
  if (page.status !== 200) headers['cache-control'] = 'private, no-cache';
  if (page.status === 503) headers['retry-after'] = unavailableSeconds;
  if (page.status === 404) headers['x-robots-tag'] = 'noindex';
  return { status: page.status, headers, body };
}

/**
 * Removes the nonce from a shared page and returns the hashes of its scripts. The page is rendered with a
 * secret nonce that marks our own scripts, so injected scripts get no hash.
 */
function withoutMark(page: Uint8Array, mark: string): { body: Buffer; hashes: string[] } {
  const html = Buffer.from(page).toString();
  const sign = ` nonce="${mark}"`;
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(
    ([, attributes = '', text = '']) =>
      attributes.includes(sign) && !attributes.includes(' src=') ? [text.replaceAll(sign, '')] : [],
  );
  const hashes = [...new Set(scripts)].map((text) => createHash('sha256').update(text).digest('base64'));
  return { body: Buffer.from(html.replaceAll(sign, '')), hashes };
}

const mayBeOld = (page: CachedPage): CachedPage => ({ ...page, headers: unconfirmed(page.headers) });

async function answerCached(
  request: Request,
  { status, headers, body, etag, encoded }: CachedPage,
): Promise<Response> {
  if (status !== 200) return compressed(request, { status, headers: new Headers(headers), body });
  const encoding = preferredEncoding(request, encoded);
  const sent = (encoding && encoded[encoding]) ?? body;
  const all: Record<string, string> = { ...headers, etag: tagOf(etag, encoding) };
  if (clientHas(request, etag)) return new Response(null, { status: 304, headers: all });
  if (encoding) all['content-encoding'] = encoding;
  all['content-length'] = String(sent.length);
  return new Response(request.method === 'HEAD' || sent.length === 0 ? null : new Uint8Array(sent), {
    status,
    headers: all,
  });
}

/** Compresses a page that is rendered for one response. */
async function compressed(
  request: Request,
  { status, headers, body }: Omit<Drawn, 'headers'> & { headers: Headers },
): Promise<Response> {
  const encoding =
    body.length < smallestWorthCompressing ? undefined : preferredEncoding(request, { br: true, gzip: true });
  if (encoding) headers.set('content-encoding', encoding);
  const sent =
    encoding === 'br' ? await brotli(body) : encoding === 'gzip' ? await promisify(gzip)(body) : body;
  if (request.method !== 'HEAD') headers.set('content-length', String(sent.length));
  const empty = request.method === 'HEAD' || sent.length === 0;
  return new Response(empty ? null : new Uint8Array(sent), { status, headers });
}

async function dress(
  request: Request,
  path: string,
  page: RenderedPage,
  nonce: string,
  policy: PolicySettings,
): Promise<Response> {
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(pageHeaders(pageOf(path), { nonce }, policy)))
    headers.set(name, value);
  headers.append('vary', 'accept-encoding');
  if (page.status === 404) headers.set('x-robots-tag', 'noindex');
  if (page.status === 503) headers.set('retry-after', unavailableSeconds);
  return compressed(request, { status: page.status, headers, body: Buffer.from(page.body) });
}

/**
 * Brotli for a page that is rendered for one visitor; cached pages are compressed once with far more effort.
 * Quality 3 with a window that holds a page: for /products, 125 kB, it makes 15.8 kB in 0.9 ms. Quality 4
 * makes 15.0 kB in 1.5 ms, gzip 18.7 kB in 1.8 ms.
 */
const brotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_LGWIN]: 17,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
