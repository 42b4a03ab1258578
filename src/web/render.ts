/** The door between the server and the pages, and the entry of the server build. It sees requests and answers, never the server's own code. */
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { createClient } from '#contract/client.ts';
import type { RenderPage } from '#kernel/pages.ts';
import { pageNonce, publicClient, reportError } from '#web/server-context.ts';

const handle = createRequestHandler(build, import.meta.env.MODE);

export const renderPage: RenderPage = (request, settings) => {
  const context = new RouterContextProvider();
  context.set(publicClient, createClient(settings.apiFetch, new URL(request.url).origin));
  context.set(pageNonce, settings.nonce);
  context.set(reportError, settings.reportError);
  return handle(request, context);
};
