/**
 * Cache headers for a CDN on shared responses, separate from the browser's cache headers. Sends the RFC 9213
 * header, Fastly's equivalent, and the keys for purging (record 0017). A response without these headers is
 * private to its visitor.
 */
import { type EdgeKey, keysOfCall } from '#kernel/edge-keys.ts';

/** Freshness without purge calls: the longest time that a visitor may see an outdated page. */
export const unpurgedFreshSeconds = 60;
/** Freshness with purge calls. Bounds the damage when a purge is lost. */
export const purgedFreshSeconds = 600;

const unconfirmedSeconds = 1;
const whileAskingSeconds = 600;
/** How long a CDN may serve a stored page while the shop is down. */
const whileDownSeconds = 7 * 86_400;

export function edgeHeaders(keys: Iterable<EdgeKey>, freshSeconds: number): Record<string, string> {
  const all = [...new Set(keys)].sort();
  const rule = `max-age=${freshSeconds}, stale-while-revalidate=${whileAskingSeconds}, stale-if-error=${whileDownSeconds}`;
  return {
    'cdn-cache-control': `public, ${rule}`,
    'surrogate-control': rule,
    'surrogate-key': all.join(' '),
    'cache-tag': all.join(','),
  };
}

/**
 * Shortens the lifetime of a page that may be outdated because the database has not confirmed it. It stays
 * fresh for 1 s to absorb bursts, is then revalidated, and is still served while the shop is down.
 */
export function unconfirmed(headers: Record<string, string>): Record<string, string> {
  if (!('surrogate-control' in headers)) return headers;
  const rule = `max-age=${unconfirmedSeconds}, stale-if-error=${whileDownSeconds}`;
  return {
    ...headers,
    'cache-control': `public, max-age=0, s-maxage=${unconfirmedSeconds}`,
    'cdn-cache-control': `public, ${rule}`,
    'surrogate-control': rule,
  };
}

/** Records the API calls that a page makes while it renders. They determine its cache keys. */
export function collectingKeys(apiFetch: typeof fetch): { apiFetch: typeof fetch; keys: Set<EdgeKey> } {
  const keys = new Set<EdgeKey>();
  return {
    keys,
    apiFetch: (input, init) => {
      for (const key of keysOfCall(new URL(input instanceof Request ? input.url : input).pathname))
        keys.add(key);
      return apiFetch(input, init);
    },
  };
}
