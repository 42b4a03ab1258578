/**
 * Turns a matched page into HTML. The page is rendered to its end before the first byte leaves:
 * the status is then always true, and a page without JavaScript is complete.
 */
import { renderToReadableStream } from 'react-dom/server';
import {
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { earlyPageScript } from '#web/early-page.ts';
import { pageNonce, reportError } from '#web/server-context.ts';

export const streamTimeout = 10_000;

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entryContext, loadContext) => {
  const nonce = loadContext.get(pageNonce);
  let failure: unknown;
  const stream = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
    // Finished parts stay in place; React would otherwise move large ones to the end and need a script to bring them back.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      failure ??= error;
    },
  });
  await stream.allReady;
  const html = withEarlyPage(await new Response(stream).text(), nonce);
  if (failure !== undefined && status < 400) throw failure;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
};

const withEarlyPage = (html: string, nonce: string): string =>
  html.replace('</head>', () => `<script nonce="${nonce}">${earlyPageScript}</script></head>`);

export default handleRequest;

/** A refusal is an answer, and a visitor who left is no error. What remains is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(reportError)(error);
};
