/**
 * Turns a matched page into HTML. The page is rendered to its end before the first byte leaves:
 * the status is then always true, and a page without JavaScript is complete.
 */
import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { isSharedPath } from '#kernel/pages.ts';
import { ServerDocumentContext } from '#web/document/head-for-others.tsx';
import { pageNonce, reportError } from '#web/server-context.ts';

export const streamTimeout = 10_000;

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entryContext, loadContext) => {
  const nonce = loadContext.get(pageNonce) ?? undefined;
  let failure: unknown;
  const stream = await renderToReadableStream(
    <ServerDocumentContext value={{ url: new URL(request.url), status, nonce }}>
      <ServerRouter
        context={isSharedPath(new URL(request.url).pathname) ? withoutPreloads(entryContext) : entryContext}
        url={request.url}
        nonce={nonce}
      />
    </ServerDocumentContext>,
    {
      nonce,
      signal: request.signal,
      // Finished parts stay in place; React would otherwise move large ones to the end and need a script to bring them back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  await stream.allReady;
  if (failure !== undefined && status < 400) throw failure;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status, headers });
};

/**
 * The scripts of a page to be read come after what is read: named in the head they would share a slow line with the styles and the fonts.
 * The page's own start asks for them at a lower priority.
 */
function withoutPreloads({ manifest, ...context }: EntryContext): EntryContext {
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, route && { ...route, imports: [] }]);
  return { ...context, manifest: { ...manifest, entry: { ...manifest.entry, imports: [] }, routes: Object.fromEntries(routes) } };
}

export default handleRequest;

/** A refusal is an answer, and a visitor who left is no error. What remains is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(reportError)(error);
};
