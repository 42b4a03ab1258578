/**
 * The interface between server and pages, and the entry of the server build. It receives requests and API
 * responses, never the server's own code.
 */
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { CallError, createClient, type PublicClient } from '#contract/client.ts';
import type { PageLanguage, RenderPage } from '#contract/pages.ts';
import {
  moreTexts,
  pageLanguage,
  pageNonce,
  publicClient,
  publicOrigin,
  reportError,
  shopSettings,
} from '#web/server-context.ts';

/** For the preview images of pages, which are rendered after the build. */
export { routes } from 'virtual:react-router/server-build';

const handle = createRequestHandler(build, import.meta.env.MODE);

export const renderPage: RenderPage = async (request, settings) => {
  const context = new RouterContextProvider();
  const { origin } = new URL(request.url);
  context.set(
    publicClient,
    orUnavailable(createClient(settings.apiFetch, origin), settings.language ?? null),
  );
  context.set(publicOrigin, origin);
  context.set(pageNonce, settings.nonce);
  context.set(shopSettings, settings.shopSettings);
  context.set(pageLanguage, settings.language ?? null);
  context.set(moreTexts, settings.moreTexts ?? (() => ({})));
  context.set(reportError, settings.reportError);
  const { status, headers, body } = await handle(request, context);
  return { status, headers, body: await bytesOf(body) };
};

/**
 * A page whose data is temporarily unavailable returns 503 and may be retried. Only a bug returns 500. The
 * error carries the page's language, because the page has no other data.
 */
const orUnavailable =
  (call: PublicClient, language: PageLanguage | null): PublicClient =>
  (endpoint, ...sent) =>
    call(endpoint, ...sent).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 503)
        throw Response.json({ language }, { status: 503 });
      throw error;
    });

/** The server replaces Node's `Response` with a lighter one without `bytes()`. */
const bytesOf = async (body: ReadableStream | null): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer());
