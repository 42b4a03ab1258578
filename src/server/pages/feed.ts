/**
 * `GET /blogs/feed.xml`: the newest posts with full text, for feed readers. It is neither in the contract (no
 * JSON) nor a page. Built and compressed once per version of the blog and name
 * of the company.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { feedTask } from '#modules/content/feed.ts';
import { readVersion, readNewest } from '#modules/content/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { inSharedWork, nameRoute } from '#platform/request-context.ts';
import { edgeHeaders, purgedFreshSeconds, unpurgedFreshSeconds } from '#server/http/edge-headers.ts';
import { commonHeaders, inertPolicy } from '#server/http/security-headers.ts';
import { clientHas, preferredEncoding, tagOf } from '#server/http/static-files.ts';

type Made = {
  version: string;
  author: string;
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
};

export const feedPath = '/blogs/feed.xml';

export function feedRoute(api: Hono, deps: Deps): void {
  const forOthers = edgeHeaders(
    [edgeKeys.posts, edgeKeys.pages],
    deps.edge ? purgedFreshSeconds : unpurgedFreshSeconds,
  );
  let cachedFeed: Made | null = null;
  let making: Promise<Made> | null = null;
  const makeOnce = (): Promise<Made> => {
    making ??= inSharedWork(() => make(deps)).finally(() => {
      making = null;
    });
    return making;
  };
  api.get(feedPath, async (context) => {
    nameRoute(feedPath);
    if (
      cachedFeed === null ||
      cachedFeed.author !== deps.settings.current().company.name ||
      cachedFeed.version !== (await readVersion(deps))
    )
      cachedFeed = await makeOnce();
    const { etag, bodies } = cachedFeed;
    const encoding = preferredEncoding(context.req.raw, { br: true, gzip: true });
    const headers = {
      ...commonHeaders,
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      ...forOthers,
      'content-security-policy': inertPolicy,
      'content-type': 'application/atom+xml; charset=utf-8',
      // Feed readers on other sites may embed it.
      'cross-origin-resource-policy': 'cross-origin',
      etag: tagOf(etag, encoding),
      vary: 'accept-encoding',
    };
    if (clientHas(context.req.raw, etag)) return context.body(null, 304, headers);
    const body = new Uint8Array(bodies[encoding ?? 'identity']);
    return context.body(
      body,
      200,
      encoding === undefined ? headers : { ...headers, 'content-encoding': encoding },
    );
  });
}

async function make(deps: Deps): Promise<Made> {
  const author = deps.settings.current().company.name;
  const { version, posts } = await readNewest(deps);
  const feed = { posts, origin: deps.publicOrigin, author };
  const identity = Buffer.from(await deps.parsing.run(feedTask, feed));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(identity),
  ]);
  return {
    version,
    author,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: { br, gzip: zipped, identity },
  };
}
