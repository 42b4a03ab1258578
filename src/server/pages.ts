/**
 * Pages and their files, behind one function from request to answer. In production both come from `build/`;
 * while developing a module server on a port of its own compiles them as they are asked for.
 */
import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { canonicalPath, type RenderPage } from '#kernel/pages.ts';
import { failedPage } from './failed-page.ts';
import { type PolicySettings, pageHeaders } from './security-headers.ts';
import { answerStatic, preferredEncoding, readStaticFiles } from './static-files.ts';

export type Pages = {
  fetch(request: Request): Promise<Response>;
  /** True for an address that a file answers. */
  isFile(path: string): boolean;
  stop(): Promise<void>;
};

export type PagesSettings = {
  mode: 'development' | 'production';
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /** Null means Stripe itself; otherwise the origin of the sandbox that stands in for it. */
  sandboxOrigin: string | null;
  reportError?: (error: unknown) => void;
};

type Source = Pick<Pages, 'isFile' | 'stop'> & { render: RenderPage; answerFile(request: Request): Promise<Response | null> };

const root = fileURLToPath(new URL('../../', import.meta.url));
const smallestWorthCompressing = 1_000;

/** Rejects with a sentence for the operator when the pages were never built. */
export async function createPages(settings: PagesSettings): Promise<Pages> {
  const { mode, apiFetch, sandboxOrigin, reportError = console.error } = settings;
  const source = mode === 'development' ? await developingSource() : await builtSource();
  const policy: PolicySettings = { sandboxOrigin, developing: mode === 'development' };
  const fetchPage = async (request: Request): Promise<Response> => {
    const nonce = randomBytes(16).toString('base64url');
    const answer = await source.render(request, { apiFetch, nonce, reportError }).catch((error: unknown) => {
      reportError(error);
      return null;
    });
    return dress(request, isFit(answer) ? answer : failedPage(nonce), nonce, policy);
  };
  return {
    fetch: async (request) => (await source.answerFile(request)) ?? refuse(request) ?? fetchPage(request),
    isFile: source.isFile,
    stop: source.stop,
  };
}

/** The router's last resort is a line of plain text; ours is a page. */
const isFit = (answer: Response | null): answer is Response =>
  answer !== null && !(answer.status === 500 && answer.headers.get('content-type')?.startsWith('text/plain'));

/** Pages are read, not written to, and each has one address. */
function refuse(request: Request): Response | null {
  if (!['GET', 'HEAD'].includes(request.method)) {
    return new Response('This address does not take that kind of request', { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const { pathname, search } = new URL(request.url);
  const canonical = canonicalPath(pathname);
  return canonical === pathname ? null : new Response(null, { status: 308, headers: { location: `${canonical}${search}` } });
}

async function dress(request: Request, answer: Response, nonce: string, policy: PolicySettings): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\.data$/, '');
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(pageHeaders(path, nonce, policy))) headers.set(name, value);
  headers.append('vary', 'accept-encoding');
  if (answer.status === 404) headers.set('x-robots-tag', 'noindex');
  const body = Buffer.from(await answer.arrayBuffer());
  const encoding = body.length < smallestWorthCompressing ? undefined : preferredEncoding(request, { br: true, gzip: true });
  if (encoding) headers.set('content-encoding', encoding);
  const sent = encoding === 'br' ? await brotli(body) : encoding === 'gzip' ? await promisify(gzip)(body) : body;
  if (request.method !== 'HEAD') headers.set('content-length', String(sent.length));
  const empty = request.method === 'HEAD' || sent.length === 0;
  return new Response(empty ? null : new Uint8Array(sent), { status: answer.status, headers });
}

/**
 * Quality 4 with a window that holds a page: half the processor time of quality 5, since several at once no longer push each other
 * out of the cache, for a page that is 6 % larger and still smaller than with gzip.
 */
const brotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

async function builtSource(): Promise<Source> {
  const entry = new URL('../../build/server/index.js', import.meta.url);
  await access(entry).catch(() => {
    throw new Error('The pages are not built. Run: npm run build');
  });
  const files = await readStaticFiles(fileURLToPath(new URL('../../build/client', import.meta.url)));
  const built = (await import(entry.href)) as { renderPage: RenderPage };
  return {
    render: built.renderPage,
    answerFile: async (request) => answerStatic(files, request),
    isFile: (path) => files.has(path),
    stop: async () => undefined,
  };
}

/** Addresses that the module server answers; every other address is a page. */
const isModule = (path: string): boolean => /^\/(@|src\/|node_modules\/|__)/.test(path) || /\.(svg|png|ico|woff2|css|txt)$/.test(path);

async function developingSource(): Promise<Source> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { host: '127.0.0.1' } });
  await vite.listen();
  const origin = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return {
    render: async (request, settings) => {
      const { renderPage } = (await vite.ssrLoadModule('/src/web/render.ts')) as { renderPage: RenderPage };
      return renderPage(request, settings);
    },
    answerFile: async (request) => {
      const { pathname, search } = new URL(request.url);
      return isModule(pathname) ? forward(`${origin}${pathname}${search}`, request) : null;
    },
    isFile: (path) => !path.startsWith('/api/') && isModule(path),
    stop: () => vite.close(),
  };
}

async function forward(address: string, request: Request): Promise<Response> {
  const answer = await fetch(address, { headers: { accept: request.headers.get('accept') ?? '*/*' } });
  const headers = new Headers(answer.headers);
  // The body arrives decoded.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
