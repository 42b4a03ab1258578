/**
 * Returns one function that answers every request: the API, then pages, which call the same API in process.
 */
import type { RateLimits } from '#platform/rate-limits.ts';
import { onlyEnglish } from '#platform/languages/languages.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { listen } from '#platform/listen.ts';
import { withOwnContext, nameRoute } from '#platform/request-context.ts';
import * as catalog from '#modules/catalog/service.ts';
import * as content from '#modules/content/service.ts';
import { purgeAll, purgeSoon } from '#modules/edge/service.ts';
import { createApi } from './app.ts';
import type { Config } from './settings/config.ts';
import { purgedFreshSeconds, unpurgedFreshSeconds } from './http/edge-headers.ts';
import type { Handle } from './http/front.ts';
import { createMedia } from './http/media.ts';
import { createPages } from './pages/pages.ts';

export type HandlerParts = {
  deps: Deps;
  databaseUrl: string;
  rateLimits: RateLimits;
  notReady: () => Promise<string | null>;
};

export type Handler = {
  handle: Handle;
  isFile: (path: string) => boolean;
  isAtHand: (address: string) => boolean;
  stopPages(): Promise<void>;
};

export async function createHandler(config: Config, parts: HandlerParts): Promise<Handler> {
  const { deps, databaseUrl, rateLimits, notReady } = parts;
  const { publishableKey, scriptUrl, apiBase } = config.stripe;
  const api = createApi({
    deps,
    runtime: { stripePublishableKey: publishableKey, stripeScriptUrl: scriptUrl },
    notReady,
    limits: { rateLimits, ...config.limits },
  });
  const media = createMedia(deps.files);
  media.mount(api);
  const handle: Handle = (request) => api.fetch(request);
  // Process tests need no pages and so no build.
  if (config.mode === 'test')
    return { handle, isFile: () => false, isAtHand: () => false, stopPages: async () => undefined };
  const apiFetch: typeof fetch = (input, init) =>
    withOwnContext(async () => api.fetch(new Request(input, init)));
  const pages = await createPages({
    mode: config.mode,
    apiFetch,
    sandboxOrigin: apiBase,
    publicOrigin: deps.publicOrigin,
    shopSettings: deps.settings.current,
    languages: deps.languages ?? onlyEnglish,
    edgeSeconds: deps.edge ? purgedFreshSeconds : unpurgedFreshSeconds,
    contentVersion: config.pageCache ? contentVersion(deps) : null,
    reportError: (error) => deps.log.error({ err: error }, 'a page could not be rendered'),
  });
  const onNews = (): void => {
    pages.renew();
    if (deps.edge) void purgeSoon(deps);
  };
  if (deps.edge) await purgeAll(deps);
  const stopListening =
    config.pageCache || deps.edge ? listen(databaseUrl, 'content_changed', { onNews, log: deps.log }) : null;
  api.all('*', async (context) => {
    const response = await pages.fetch(context.req.raw);
    nameRoute(pageTemplate(context.req.path, response.status));
    return response;
  });
  return {
    handle,
    isFile: (path) => pages.isFile(path) || media.isAtHand(path),
    isAtHand: pages.isAtHand,
    stopPages: async () => {
      await stopListening?.();
      // Until now the cache may have stored pages of this version even after the next version purged it.
      if (deps.edge)
        await purgeAll(deps).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the final cache purge of this process could not be queued'),
        );
      await pages.stop();
    },
  };
}

/** Version of the content of shared pages as one short text. Equal versions produce equal pages. */
const contentVersion = (deps: Deps) => async (): Promise<string> =>
  (await Promise.all([catalog.readVersion(deps), content.readVersion(deps), deps.settings.refresh()])).join(
    ' ',
  );

/**
 * First path segment of a known page. It is never secret, and unknown addresses are grouped, so the number of
 * metric labels stays small.
 */
function pageTemplate(path: string, status: number): string {
  if (/^\/assets\/|\.[a-z0-9]{2,11}$/.test(path) && !path.endsWith('.data')) return '(file)';
  const [, first = '', ...rest] = path.split('/');
  if (status >= 400 || !/^[\w.-]{0,40}$/.test(first)) return '(page)';
  return `/${first}${rest.length > 0 ? '/*' : ''}`;
}
