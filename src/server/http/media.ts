/**
 * Serves pictures that staff uploaded, under /media/. Names are random and bytes never change, so browsers
 * cache them forever. An address without an extension returns AVIF where the browser accepts it, otherwise
 * WebP. A picture opened directly runs no script.
 */
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { fileOf } from '#modules/pictures/service.ts';
import { nameRoute } from '#platform/request-context.ts';
import type { FileStore } from '#ports/file-store.ts';
import { commonHeaders } from './security-headers.ts';

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml; charset=utf-8',
};
/** A random name, then an optional width and an optional extension. */
const address = /^([A-Za-z0-9_-]{22}(?:-\d{2,4})?)(\.(?:avif|webp|svg))?$/;

const heldAtMostBytes = 24_000_000;

export type Media = {
  mount(api: Hono): void;
  /** True for a path whose file is in this process's memory, so that serving it costs almost nothing. */
  isAtHand(path: string): boolean;
};

export function createMedia(files: FileStore): Media {
  const held = new LRUCache<string, Uint8Array>({
    maxSize: heldAtMostBytes,
    sizeCalculation: ({ length }) => length + 1,
  });
  const read = async (name: string): Promise<Uint8Array | null> => {
    const cached = held.get(name);
    if (cached !== undefined) return cached;
    const content = await files.read(fileOf(name));
    if (content !== null) held.set(name, content);
    return content;
  };
  const answer = async (context: Context): Promise<Response> => {
    nameRoute('/media/*');
    const [, name = '', ending] = address.exec(context.req.param('name') ?? '') ?? [];
    const takesAvif = (context.req.header('accept') ?? '').includes('image/avif');
    const type = ending ?? (takesAvif ? '.avif' : '.webp');
    const content = name === '' ? null : await read(`${name}${type}`);
    if (content === null)
      return new Response('Picture not found', {
        status: 404,
        headers: { ...headersOf('text/plain; charset=utf-8'), 'cache-control': 'no-store' },
      });
    const etag = `"${name}${type}"`;
    const headers: Record<string, string> = {
      ...headersOf(types[type] ?? ''),
      etag,
      ...(ending === undefined ? { vary: 'accept' } : {}),
    };
    if (context.req.header('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers });
    headers['content-length'] = String(content.length);
    return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(content), { headers });
  };
  return {
    mount: (api) => {
      api.get('/media/:name', answer);
    },
    isAtHand: (path) =>
      path.startsWith('/media/') && ['', '.avif', '.webp'].some((ending) => held.has(path.slice(7) + ending)),
  };
}

const headersOf = (type: string): Record<string, string> => ({
  ...commonHeaders,
  'content-type': type,
  'cache-control': 'public, max-age=31536000, immutable',
  // An SVG opened directly is a document, so it is sandboxed and may load nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
});
