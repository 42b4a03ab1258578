/**
 * `GET /blogs/feed.xml`: the newest posts, whole, for feed readers. It is no row of the contract because it is no JSON, and no page because
 * nobody looks at it. Made and compressed once for each edition of the blog.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { atomFeed } from '#modules/content/feed.ts';
import { readEdition, readNewest } from '#modules/content/service.ts';
import type { Deps } from '#platform/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders, lifelessPolicy } from './security-headers.ts';
import { preferredEncoding } from './static-files.ts';

type Made = { edition: string; etag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> };

export const feedPath = '/blogs/feed.xml';

export function feedRoute(api: Hono, deps: Deps): void {
  let made: Made | null = null;
  api.get(feedPath, async (context) => {
    nameRoute(feedPath);
    if (made === null || made.edition !== (await readEdition(deps))) made = await make(deps);
    const { etag, bodies } = made;
    const headers = {
      ...commonHeaders,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'content-security-policy': lifelessPolicy,
      'content-type': 'application/atom+xml; charset=utf-8',
      // Feed readers of other sites may show it.
      'cross-origin-resource-policy': 'cross-origin',
      etag,
      vary: 'accept-encoding',
    };
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304, headers);
    const encoding = preferredEncoding(context.req.raw, { br: true, gzip: true });
    const body = new Uint8Array(bodies[encoding ?? 'identity']);
    return context.body(body, 200, encoding === undefined ? headers : { ...headers, 'content-encoding': encoding });
  });
}

async function make(deps: Deps): Promise<Made> {
  const { edition, posts } = await readNewest(deps);
  const identity = Buffer.from(atomFeed(posts, deps.publicOrigin));
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })]);
  return { edition, etag: `"${createHash('sha256').update(identity).digest('base64url')}"`, bodies: { br, gzip: zipped, identity } };
}
