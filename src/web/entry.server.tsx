/**
 * Renders a matched page to HTML. The whole page is rendered before the first byte is sent, so the status
 * code is correct and the page is complete without JavaScript.
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
import { isSharedPath } from '#contract/pages.ts';
import { shownOf } from '#content/shop-settings.ts';
import { ServerDocumentContext } from '#web/document/head-for-others.tsx';
import { pageNonce, reportError, shopSettings } from '#web/server-context.ts';
import { SettingsContext } from '#web/use-settings.ts';

export const streamTimeout = 10_000;

const handleRequest: HandleDocumentRequestFunction = async (
  request,
  status,
  headers,
  entryContext,
  loadContext,
) => {
  const nonce = loadContext.get(pageNonce) ?? undefined;
  let failure: unknown;
  const stream = await renderToReadableStream(
    <ServerDocumentContext value={{ url: new URL(request.url), status, nonce }}>
      <SettingsContext value={shownOf(loadContext.get(shopSettings))}>
        <ServerRouter
          context={isSharedPath(new URL(request.url).pathname) ? withoutPreloads(entryContext) : entryContext}
          url={request.url}
          nonce={nonce}
        />
      </SettingsContext>
    </ServerDocumentContext>,
    {
      nonce,
      signal: request.signal,
      // Keeps finished parts in place. React would otherwise move large ones to the end and need a script to
      // put them back.
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
 * Removes script preloads from the head. They would compete with styles and fonts on a slow line. The page's
 * start script loads them at lower priority.
 */
function withoutPreloads({ manifest, ...context }: EntryContext): EntryContext {
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    route && { ...route, imports: [] },
  ]);
  return {
    ...context,
    manifest: { ...manifest, entry: { ...manifest.entry, imports: [] }, routes: Object.fromEntries(routes) },
  };
}

export default handleRequest;

/** Ignores rejected requests and disconnected visitors. Anything else is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(reportError)(error);
};
