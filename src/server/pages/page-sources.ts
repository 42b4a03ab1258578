/**
 * Sources of pages and their files: `build/` in production, a module server on a separate port in
 * development.
 */
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RenderPage } from '#contract/pages.ts';
import { answerStatic, readStaticFiles } from '#server/http/static-files.ts';

export type PageSource = {
  render: RenderPage;
  answerFile(request: Request): Promise<Response | null>;
  /** True for an address that a file serves. */
  isFile(path: string): boolean;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Rejects with a sentence for the operator when the pages were never built. */
export async function builtSource(): Promise<PageSource> {
  const entry = new URL('../../../build/server/index.js', import.meta.url);
  await access(entry).catch(() => {
    throw new Error('The pages are not built. Run: npm run build');
  });
  const files = await readStaticFiles(fileURLToPath(new URL('../../../build/client', import.meta.url)));
  const built = (await import(entry.href)) as { renderPage: RenderPage };
  return {
    render: built.renderPage,
    answerFile: (request) => answerStatic(files, request),
    isFile: (path) => files.has(path),
    stop: async () => undefined,
  };
}

/** Addresses of the module server. Every other address is a page. */
const isModule = (path: string): boolean =>
  /^\/(@|src\/|node_modules\/|__)/.test(path) || /\.(svg|png|ico|woff2|css)$/.test(path);

export async function developingSource(): Promise<PageSource> {
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
  // The fetched body is already decoded.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
