/**
 * `/cards/….png`: the picture of each shared page, drawn when somebody first asks and kept. What it says is read from the page itself,
 * so there is a card for every page that exists and for none that does not. The drawing is done in a thread that ends when it has no work.
 */
import { createHash } from 'node:crypto';
import { site } from '#kernel/site.ts';
import { isSharedPath } from '#kernel/pages.ts';
import { createWorkerQueue } from '#platform/worker-queue.ts';
import { commonHeaders, lifelessPolicy } from '#server/security-headers.ts';
import type { Card, PageDrawing } from './layout.ts';

export type Cards = { answer(request: Request, path: string): Promise<Response | null>; stop(): Promise<void> };

type Parts = {
  /** The HTML of a page, or null when there is none. */
  read: (path: string) => Promise<string | null>;
  /** One of our own files. */
  readFile: (address: string) => Promise<Uint8Array | null>;
};

type CachedPage = { key: string; etag: string; picture: Promise<Uint8Array> };

const cardsAtMost = 100;
const restAfterMs = 20_000;
const cardPath = /^\/cards(\/[a-z0-9/-]{1,140})\.png$/;

export function createCards({ read, readFile }: Parts): Cards {
  const stored = new Map<string, CachedPage>();
  const painter = createWorkerQueue<Card, Uint8Array>(new URL('./worker.ts', import.meta.url), { restMs: restAfterMs });
  const readDrawing = async ({ address, ...place }: DrawingPlace): Promise<PageDrawing | null> => {
    const file = await readFile(address);
    return file === null ? null : { ...place, file: Buffer.from(file).toString() };
  };
  const find = async (path: string): Promise<CachedPage | null> => {
    const html = await read(path);
    if (html === null) return null;
    const { coverAddress, drawingPlace, ...words } = describe(html);
    const key = JSON.stringify([words, coverAddress, drawingPlace]);
    const known = stored.get(path);
    if (known?.key === key) return known;
    const file = coverAddress === null ? null : await readFile(coverAddress);
    const cover = coverAddress === null || file === null ? null : asCover(coverAddress, file);
    const drawing = drawingPlace === null ? null : await readDrawing(drawingPlace);
    const picture = painter.run({ ...words, cover, drawing });
    picture.catch(() => stored.delete(path));
    const made = {
      key,
      etag: `"${createHash('sha256')
        .update(key)
        .update(cover ?? '')
        .digest('base64url')
        .slice(0, 22)}"`,
      picture,
    };
    stored.set(path, made);
    for (const oldest of stored.keys()) if (stored.size > cardsAtMost) stored.delete(oldest);
    return made;
  };
  return {
    async answer(request, path) {
      const [, name = ''] = cardPath.exec(path) ?? [];
      const page = name === '/home' ? '/' : name;
      if (!isSharedPath(page) || !['GET', 'HEAD'].includes(request.method)) return null;
      const card = await find(page);
      if (card === null) return new Response('There is no such card', { status: 404, headers: unknownCard });
      const headers = {
        ...commonHeaders,
        // It is made to be shown by other sites.
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': lifelessPolicy,
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        etag: card.etag,
      };
      if (request.headers.get('if-none-match')?.includes(card.etag)) return new Response(null, { status: 304, headers });
      const picture = await card.picture;
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(picture), {
        headers: { ...headers, 'content-length': String(picture.length) },
      });
    },
    stop: painter.stop,
  };
}

const unknownCard = {
  ...commonHeaders,
  'content-security-policy': lifelessPolicy,
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const asText = (text: string): string => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');

type DrawingPlace = Omit<PageDrawing, 'file'> & { address: string };
type Described = Pick<Card, 'title' | 'says'> & { coverAddress: string | null; drawingPlace: DrawingPlace | null };

/** What the page says of itself in its head, the address of a post's cover, and where the first drawing of the page is. */
function describe(html: string): Described {
  const title = asText(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? site.name);
  const says = asText(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? site.tagline);
  const post = /<meta property="og:type" content="article"/.test(html);
  return {
    title: title.replace(` | ${site.name}`, ''),
    says,
    coverAddress: post ? (/src="(\/blog\/[\w-]+\.(?:svg|png|jpg))"/.exec(html)?.[1] ?? null) : null,
    drawingPlace: findDrawing(html.slice(html.indexOf('<main'), html.indexOf('</main>'))),
  };
}

function findDrawing(main: string): DrawingPlace | null {
  const found = /<svg[^>]* viewBox="0 0 (\d+) (\d+)"[^>]*><use href="(\/assets\/[\w-]+\.svg)#([\w-]+)"/.exec(main);
  if (!found) return null;
  const [, width, height, address = '', part = ''] = found;
  return { address, part, width: Number(width), height: Number(height) };
}

/** A drawing as its text, a photograph as an address that holds it: what the painter can read without asking anybody. */
function asCover(address: string, file: Uint8Array): string {
  const bytes = Buffer.from(file);
  if (address.endsWith('.svg')) return bytes.toString();
  return `data:image/${address.endsWith('.png') ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`;
}
