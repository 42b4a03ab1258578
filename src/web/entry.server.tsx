/**
 * Turns a matched page into HTML. The page is rendered to its end before the first byte leaves:
 * the status is then always true, and a page without JavaScript is complete.
 */
import {
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { isSharedPath } from '#kernel/pages.ts';
import { escapeForScript } from '#web/document/escape.ts';
import { headOf } from '#web/document/head.ts';
import { startLate } from '#web/document/client-start.ts';
import { renderToText } from '#web/document/render-to-text.ts';
import { earlyPageScript } from '#web/early-page.ts';
import { finishedPage, pageNonce, reportError } from '#web/server-context.ts';

export const streamTimeout = 10_000;

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entryContext, loadContext) => {
  const nonce = loadContext.get(pageNonce) ?? undefined;
  let failure: unknown;
  const handoff = await takeHandoff(entryContext);
  const page = () => <ServerRouter context={entryContext} url={request.url} nonce={nonce} />;
  const rendered = await renderToText(page, {
    nonce,
    signal: request.signal,
    onError: (error) => {
      failure ??= error;
    },
  });
  if (failure !== undefined && status < 400) throw failure;
  const url = new URL(request.url);
  const head = headOf(rendered, { url, status, data: entryContext.staticHandlerContext.loaderData });
  const html = addParts(isSharedPath(url.pathname) ? startLate(rendered, entryContext) : rendered, head, handoff, nonce);
  loadContext.get(finishedPage).html = request.method === 'HEAD' ? '' : html;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
};

/** All data of a page is there before it is rendered, so it needs no stream in the page: it is one script at the end. */
async function takeHandoff(context: EntryContext): Promise<string> {
  const stream = context.serverHandoffStream;
  context.serverHandoffStream = undefined;
  const text = stream === undefined ? '' : await new Response(stream).text();
  const controller = 'window.__reactRouterContext.streamController';
  return `${controller}.enqueue(${escapeForScript(JSON.stringify(text))});${controller}.close();`;
}

function addParts(html: string, head: string, handoff: string, nonce: string | undefined): string {
  const open = nonce === undefined ? '<script>' : `<script nonce="${nonce}">`;
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  return `${html.slice(0, headEnd)}${head}${open}${earlyPageScript}</script>${html.slice(headEnd, bodyEnd)}${open}${handoff}</script>${html.slice(bodyEnd)}`;
}

export default handleRequest;

/** A refusal is an answer, and a visitor who left is no error. What remains is a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(reportError)(error);
};
