/**
 * Pages and their files, behind one function from request to answer. A page that is the same for everybody is drawn once for many and
 * carries the hashes of its scripts; any other page is drawn for its visitor and carries a nonce.
 */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Texts } from '#kernel/language.ts';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { codeOfPath, plainPath } from '#kernel/page-languages.ts';
import { canonicalPath, isPrivatePath, type RenderedPage, sharedAddress } from '#kernel/pages.ts';
import { type Languages, pseudoLanguages } from '#platform/languages/languages.ts';
import { edgeHeaders, notingKeys, unconfirmed, untoldSeconds } from './edge-headers.ts';
import { failedPage } from './failed-page.ts';
import { createPageCache, type Drawn, keep, type CachedPage } from './page-cache.ts';
import { builtSource, developingSource, type PageSource } from './page-sources.ts';
import { commonHeaders, lifelessPolicy, type PolicySettings, pageHeaders } from './security-headers.ts';
import { drawSiteFile, isSiteFile } from './site-files.ts';
import { isKnown, preferredEncoding, tagOf } from './static-files.ts';

export type Pages = Pick<PageSource, 'isFile' | 'stop'> & {
  fetch(request: Request): Promise<Response>;
  /** True for an address, with its query, whose page lies ready: its answer needs no database. */
  isAtHand(address: string): boolean;
  /** What shared pages are drawn from has changed. */
  renew(): void;
};

export type PagesSettings = {
  mode: 'development' | 'production';
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /** Null means Stripe itself; otherwise the origin of the sandbox that stands in for it. */
  sandboxOrigin: string | null;
  /** The address of the shop as the world knows it: every page is drawn under it. Left out: under the name that it was asked by. */
  publicOrigin?: string;
  /** How long a cache in front of the shop may answer by itself: as long as nobody tells it to forget, unless said otherwise. */
  edgeSeconds?: number;
  /** Equal versions are equal content. Left out or null: no page is kept. */
  contentVersion?: (() => Promise<string>) | null;
  reportError?: (error: unknown) => void;
  /** Left out: every page is in English. */
  languages?: Languages;
  /** Left out: what was built, or a module server while developing. */
  source?: PageSource;
};

const smallestWorthCompressing = 1_000;
/** When a page without its data may be tried again. */
const unavailableSeconds = '5';

const freshNonce = (): string => randomBytes(16).toString('base64url');

/** Rejects with a sentence for the operator when the pages were never built. */
export async function createPages(settings: PagesSettings): Promise<Pages> {
  const { mode, sandboxOrigin, publicOrigin, languages, contentVersion = null } = settings;
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
    const { apiFetch, keys } = notingKeys(settings.apiFetch);
    const drawn = isSiteFile(address) ? await drawSiteFile(address, { origin, apiFetch }) : await drawPage(address, apiFetch);
    const forOthers = drawn.status === 200 ? edgeHeaders([edgeKeys.pages, ...keys], settings.edgeSeconds ?? untoldSeconds) : {};
    return { ...drawn, headers: { ...drawn.headers, ...forOthers } };
  };
  const cache = mode === 'development' || contentVersion === null ? null : createPageCache({ draw: drawShared, version: contentVersion });
  const storedAs = (url: URL): string | null =>
    cache === null || (testLanguageOf(url) && languages?.ofPage(...languageAsked(url))) ? null : sharedOf(url);
  const answerPage = async (request: Request, url: URL): Promise<Response> => {
    const shared = storedAs(url);
    const stored = shared === null ? null : await cache?.ask(shared);
    if (stored) return answerCached(request, stored.isConfirmed ? stored.page : mayBeOld(stored.page));
    if (isSiteFile(url.pathname)) return answerCached(request, keep(await drawShared(url.pathname)));
    const nonce = freshNonce();
    const path = isReadable(url.pathname) ? url.pathname : nowhere;
    const page = await draw(new Request(`${publicOrigin ?? url.origin}${path}${url.search}`, request), nonce);
    return dress(request, path, page ?? failedPage(nonce), nonce, policy);
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

/** Null for a page that could not be drawn: the router's last resort is a line of plain text, and ours is a page. */
function drawer(source: PageSource, { apiFetch: usual, languages, reportError = console.error }: PagesSettings) {
  return async (request: Request, nonce: string | null, apiFetch = usual): Promise<RenderedPage | null> => {
    const [code, path] = languageAsked(new URL(request.url));
    const language = languages?.ofPage(code, path) ?? null;
    const moreTexts = (english: readonly string[]): Texts => languages?.pick(code, english) ?? {};
    const page = await source.render(request, { apiFetch, nonce, language, moreTexts, reportError }).catch((error: unknown) => {
      reportError(error);
      return null;
    });
    const isFit = page !== null && (page.status !== 500 || /^text\/(html|x-script)/.test(page.headers.get('content-type') ?? ''));
    return isFit ? page : null;
  };
}

/** The languages of tests have no addresses of their own: their pages are asked for with `?language=`, where the shop has them at all. */
const testLanguageOf = ({ searchParams }: URL): string | undefined => {
  const asked = searchParams.get('language') ?? '';
  return Object.hasOwn(pseudoLanguages, asked) ? asked : undefined;
};

const languageAsked = (url: URL): [code: string, path: string] => {
  const path = pageOf(url.pathname);
  return [testLanguageOf(url) ?? codeOfPath(path), plainPath(path)];
};

/** Pages are read, not written to, and each has one address. A file that is not there may be there soon, so nobody keeps that. */
function refuse(request: Request, { pathname, search }: URL): Response | null {
  if (!['GET', 'HEAD'].includes(request.method))
    return refusal(405, 'This address does not take that kind of request', { allow: 'GET, HEAD' });
  const canonical = canonicalAddress(pathname);
  if (canonical.startsWith('/assets/')) return refusal(404, 'There is no such file');
  if (canonical === pathname) return null;
  const isPrivate = isPrivatePath(pageOf(canonical));
  return new Response(null, {
    status: 308,
    headers: {
      ...lifeless,
      ...(isPrivate ? { 'referrer-policy': 'no-referrer' } : {}),
      location: `${canonical}${search}`,
      'cache-control': isPrivate ? 'no-store' : 'public, max-age=3600',
    },
  });
}

const lifeless = { ...commonHeaders, 'content-security-policy': lifelessPolicy };

const refusal = (status: number, sentence: string, headers: Record<string, string> = {}): Response =>
  new Response(sentence, {
    status,
    headers: { ...lifeless, ...headers, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  });

/** A page and its data. The router would also take `/faq/.data` and `/faq/_.data`, and for the home page `/.data`. */
const canonicalAddress = (path: string): string =>
  canonicalPath(path)
    .replace(/^\/\.data$/, '/_.data')
    .replace(/(.)\/_?\.data$/, '$1.data');

/** Stands for every address that nobody can decode, such as `/%ff`: of those the router complains past our log. There is no page here. */
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
/** The page that an address or the address of its data belongs to. */
const pageOf = (path: string): string => (path === '/_.data' ? '/' : path.replace(dataEnding, ''));

/**
 * What a page, or its data, is kept under; null when it is not kept. What the router asks of a page's data beyond the page's own words is
 * for one visitor's place in the site.
 */
function sharedOf({ pathname, searchParams }: URL): string | null {
  if (isSiteFile(pathname)) return pathname;
  const isData = dataEnding.test(pathname);
  if (isData && (searchParams.has('_routes') || searchParams.has('index'))) return null;
  const address = sharedAddress(pageOf(pathname), searchParams);
  if (address === null) return null;
  return isData ? `${pathname}${address.slice(pageOf(pathname).length)}` : address;
}

/** Headers that a renderer gives and that are true for each visitor. */
const ownHeaders = ['content-type', 'location', 'x-remix-response'];

function dressShared(address: string, page: RenderedPage, mark: string, policy: PolicySettings): Drawn {
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') === true;
  const { body, hashes } = isHtml ? withoutMark(page.body, mark) : { body: Buffer.from(page.body), hashes: [] };
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
 * A page to be shared is drawn with a nonce that nobody sees: it marks the scripts that are ours, whatever else found its way into the
 * page. The policy names those by hash, and the mark goes.
 */
function withoutMark(page: Uint8Array, mark: string): { body: Buffer; hashes: string[] } {
  const html = Buffer.from(page).toString();
  const sign = ` nonce="${mark}"`;
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = '', text = '']) =>
    attributes.includes(sign) && !attributes.includes(' src=') ? [text.replaceAll(sign, '')] : [],
  );
  const hashes = [...new Set(scripts)].map((text) => createHash('sha256').update(text).digest('base64'));
  return { body: Buffer.from(html.replaceAll(sign, '')), hashes };
}

const mayBeOld = (page: CachedPage): CachedPage => ({ ...page, headers: unconfirmed(page.headers) });

async function answerCached(request: Request, { status, headers, body, etag, encoded }: CachedPage): Promise<Response> {
  if (status !== 200) return compressed(request, { status, headers: new Headers(headers), body });
  const encoding = preferredEncoding(request, encoded);
  const sent = (encoding && encoded[encoding]) ?? body;
  const all: Record<string, string> = { ...headers, etag: tagOf(etag, encoding) };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers: all });
  if (encoding) all['content-encoding'] = encoding;
  all['content-length'] = String(sent.length);
  return new Response(request.method === 'HEAD' || sent.length === 0 ? null : new Uint8Array(sent), { status, headers: all });
}

/** A page that is made for one answer is compressed for it. */
async function compressed(request: Request, { status, headers, body }: Omit<Drawn, 'headers'> & { headers: Headers }): Promise<Response> {
  const encoding = body.length < smallestWorthCompressing ? undefined : preferredEncoding(request, { br: true, gzip: true });
  if (encoding) headers.set('content-encoding', encoding);
  const sent = encoding === 'br' ? await brotli(body) : encoding === 'gzip' ? await promisify(gzip)(body) : body;
  if (request.method !== 'HEAD') headers.set('content-length', String(sent.length));
  const empty = request.method === 'HEAD' || sent.length === 0;
  return new Response(empty ? null : new Uint8Array(sent), { status, headers });
}

async function dress(request: Request, path: string, page: RenderedPage, nonce: string, policy: PolicySettings): Promise<Response> {
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(pageHeaders(pageOf(path), { nonce }, policy))) headers.set(name, value);
  headers.append('vary', 'accept-encoding');
  if (page.status === 404) headers.set('x-robots-tag', 'noindex');
  if (page.status === 503) headers.set('retry-after', unavailableSeconds);
  return compressed(request, { status: page.status, headers, body: Buffer.from(page.body) });
}

/**
 * For a page that is rendered for one visitor; kept pages are compressed with far more effort, once. Quality 3 with a window that holds a
 * page: of /products, 125 kB, it makes 15.8 kB in 0.9 ms, where quality 4 makes 15.0 kB in 1.5 ms and gzip 18.7 kB in 1.8 ms.
 */
const brotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
