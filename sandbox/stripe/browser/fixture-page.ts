/**
 * Serves the tiny shop of `client/fixture` to tests, on a separate origin and with our shop's content policy.
 * It allows scripts by nonce, frames and calls only to the sandbox, and no inline style.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export type FixtureSettings = {
  scriptUrl: string;
  publishableKey: string;
  options: Record<string, unknown>;
  element?: Record<string, unknown>;
  isDark?: boolean;
};
export type FixturePage = { origin: string; stop(): Promise<void> };

/** Serves one page per settings entry: `/`, `/dark`, and so on. `/back` is an empty page. */
export async function serveFixture(
  sandboxOrigin: string,
  pages: Record<string, FixtureSettings>,
): Promise<FixturePage> {
  const code = await bundle();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://fixture').pathname;
    if (path === '/shop.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
    const nonce = randomBytes(16).toString('base64');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(sandboxOrigin, nonce),
    });
    const settings = pages[path];
    response.end(settings === undefined ? '<!doctype html><title>Back</title>' : html(settings, nonce));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop(server) };
}

const policy = (sandboxOrigin: string, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `frame-src ${sandboxOrigin}`,
    `connect-src 'self' ${sandboxOrigin}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const html = (settings: FixtureSettings, nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Tiny shop</title>
<link rel="icon" href="data:,"><style nonce="${nonce}">body { margin: 16px; font-family: sans-serif; } .dark { background: #10141c; color: #f3f6fb; color-scheme: dark; }</style>
</head><body${settings.isDark === true ? ' class="dark"' : ''}><div id="root"></div>
<script type="application/json" id="settings">${JSON.stringify({ element: {}, ...settings }).replaceAll('<', '\\u003c')}</script>
<script type="module" nonce="${nonce}" src="/shop.js"></script></body></html>`;

async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('./client/fixture/shop.tsx', import.meta.url));
  const compiled = await rolldown({
    input,
    platform: 'browser',
    tsconfig: false,
    logLevel: 'warn',
    transform: {
      jsx: { runtime: 'automatic' },
      define: { 'process.env.NODE_ENV': JSON.stringify('development') },
    },
  });
  const { output } = await compiled.generate({ format: 'esm' });
  await compiled.close();
  return output[0].code;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
