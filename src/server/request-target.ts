/**
 * Where a request goes, read once. Limits, importance and size are judged by the path as it was sent, and the router goes by the path as it
 * is normalised and decoded: so a request for which the two could differ is refused.
 */
import type { IncomingMessage } from 'node:http';
import { canonicalPath, withoutDisguise } from '#kernel/pages.ts';

/** What may stand in front of the path in the URL that the router parses. Anything else could move where the path begins. */
const hostName = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Addresses that a machine calls. Pages are lenient and redirect to their one spelling; these have one spelling only. */
const isForMachines = (path: string): boolean => /^\/(?:api(?:\/|$)|healthz$|readyz$)/.test(path);

/** A balancer asks these in HTTP/1.0, which needs to name no host: HAProxy, until it is told otherwise. */
const healthChecks = ['/healthz', '/readyz'];

/** The path without its query. Null when it is not written the one way that it is routed by, or when it is unclear which host is meant. */
export function pathOf({
  url: target = '',
  headersDistinct: { host: hosts = [] },
}: Pick<IncomingMessage, 'url' | 'headersDistinct'>): string | null {
  if (hosts.length === 0 && healthChecks.includes(target)) return target;
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !hostName.test(host) || !target.startsWith('/')) return null;
  const [path = ''] = target.split('?', 1);
  // Resolves dot segments, encoded ones too, turns backslashes around and encodes what has to be.
  if (URL.parse(`http://localhost${target}`)?.pathname !== path) return null;
  if (isForMachines(canonicalPath(path)) && !(isForMachines(path) && withoutDisguise(path) === path)) return null;
  return path;
}
