/**
 * Parses the request target once. Limits, importance, and size checks use the path as sent; the router uses
 * the normalized and decoded path. A request for which the two could differ is rejected.
 */
import type { IncomingMessage } from 'node:http';
import { canonicalPath, withoutDisguise } from '#contract/pages.ts';

/**
 * Allowed text before the path in the URL that the router parses. Anything else could shift where the path
 * begins.
 */
const hostName = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Endpoints for machines. Pages redirect to their canonical address; these accept one spelling only. */
const isForMachines = (path: string): boolean => /^\/(?:api(?:\/|$)|healthz$|readyz$)/.test(path);

/** Load balancers may call these over HTTP/1.0 without a host header, as HAProxy does by default. */
const healthChecks = ['/healthz', '/readyz'];

/** Returns the path without its query. Null when its spelling is not canonical or the host is ambiguous. */
export function pathOf({
  url: target = '',
  headersDistinct: { host: hosts = [] },
}: Pick<IncomingMessage, 'url' | 'headersDistinct'>): string | null {
  if (hosts.length === 0 && healthChecks.includes(target)) return target;
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !hostName.test(host) || !target.startsWith('/')) return null;
  const [path = ''] = target.split('?', 1);
  // Resolves dot segments (also encoded ones), converts backslashes, and encodes where required.
  if (URL.parse(`http://localhost${target}`)?.pathname !== path) return null;
  if (isForMachines(canonicalPath(path)) && !(isForMachines(path) && withoutDisguise(path) === path))
    return null;
  return path;
}
