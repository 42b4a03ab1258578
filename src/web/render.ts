/** The door between the server and the pages, and the entry of the server build. It sees requests and answers, never the server's own code. */
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { CallError, createClient, type PublicClient } from '#contract/client.ts';
import type { RenderPage } from '#kernel/pages.ts';
import { moreTexts, pageLanguage, pageNonce, publicClient, publicOrigin, reportError } from '#web/server-context.ts';

/** For the cards of the pages, which are drawn after the build. */
export { routes } from 'virtual:react-router/server-build';

const handle = createRequestHandler(build, import.meta.env.MODE);

export const renderPage: RenderPage = async (request, settings) => {
  const context = new RouterContextProvider();
  const { origin } = new URL(request.url);
  context.set(publicClient, orUnavailable(createClient(settings.apiFetch, origin)));
  context.set(publicOrigin, origin);
  context.set(pageNonce, settings.nonce);
  context.set(pageLanguage, settings.language ?? null);
  context.set(moreTexts, settings.moreTexts ?? (() => ({})));
  context.set(reportError, settings.reportError);
  const { status, headers, body } = await handle(request, context);
  return { status, headers, body: await bytesOf(body) };
};

/** A page whose data cannot be read now is a 503 and may be tried again. Only a bug is a 500. */
const orUnavailable =
  (call: PublicClient): PublicClient =>
  (row, ...sent) =>
    call(row, ...sent).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 503) throw new Response(null, { status: 503 });
      throw error;
    });

/** The server puts a lighter `Response` in the place of Node's, and that one has no `bytes()`. */
const bytesOf = async (body: ReadableStream | null): Promise<Uint8Array> => new Uint8Array(await new Response(body).arrayBuffer());
