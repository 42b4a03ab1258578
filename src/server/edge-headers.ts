/**
 * What a cache in front of the shop is told about an answer that is the same for everybody, apart from what browsers are told: RFC 9213's header,
 * Fastly's of the same meaning, and the keys by which it forgets (record 0017). An answer without them is nobody's but its visitor's.
 */
import { type EdgeKey, keysOfCall } from '#kernel/edge-keys.ts';

/** Without a purge: as old as a visitor may see a page at most, and a moment. */
export const untoldSeconds = 60;
/** With one: should a purge be lost in spite of all. */
export const toldSeconds = 600;

const unconfirmedSeconds = 1;
const whileAskingSeconds = 600;
/** How long a visitor reads on while the shop does not answer. */
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
 * A page that may be old, as the database has not confirmed it: kept for a second, so that a crowd does not fall through, then asked for anew by
 * whoever comes, and still there while the shop does not answer.
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

/** Notes what a page is made of while it is drawn: its calls of our API. */
export function notingKeys(apiFetch: typeof fetch): { apiFetch: typeof fetch; keys: Set<EdgeKey> } {
  const keys = new Set<EdgeKey>();
  return {
    keys,
    apiFetch: (input, init) => {
      for (const key of keysOfCall(new URL(input instanceof Request ? input.url : input).pathname)) keys.add(key);
      return apiFetch(input, init);
    },
  };
}
