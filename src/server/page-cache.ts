/**
 * Whole pages that are the same for everybody, kept in this process with their headers and in every encoding.
 * A page is right while the content has the version that it was drawn from; a page that is only old is sent while a new one is drawn.
 * Each process looks after its own pages: all look at the version in the database, so no message has to pass between them.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './static-files.ts';

/** What a page is drawn as. Only a 200 is kept; anything else goes to those who wait for it, and to nobody later. */
export type Drawn = { status: number; headers: Record<string, string>; body: Buffer };
export type CachedPage = Drawn & { etag: string; encoded: Partial<Record<Encoding, Buffer>> };

export type PageCache = {
  /** The page of that address. Null when it could not be drawn and no page is left from before. */
  ask(address: string): Promise<CachedPage | null>;
  /** True when `ask` will answer with a page that lies ready, as far as is known. */
  has(address: string): boolean;
};

export type CacheSettings = {
  /** Rejects or answers a status of 500 and more when it fails. */
  draw: (address: string) => Promise<Drawn>;
  /** Equal versions are equal content. Rejects when nobody can tell. */
  version: () => Promise<string>;
  now?: () => number;
};

type Entry = { page: CachedPage; version: string; drawnAt: number };

const freshForMs = 60_000;
const ttlMs = 660_000;
/** While pages are asked for, the version is looked at this often, behind an answer. */
const recheckMs = 1_000;
/** After a silence of this long nobody is answered before the version has been looked at. */
const unseenAtMostMs = 5_000;
/** A database that does not answer must not keep visitors from pages that are there. */
const checkAtMostMs = 300;
const pagesAtMost = 500;
const bytesAtMost = 32_000_000;

export function createPageCache({ draw, version, now = () => performance.now() }: CacheSettings): PageCache {
  const entries = createCacheEntries();
  const drawing = new Map<string, Promise<CachedPage | null>>();
  const watch = watchVersion(version, now);

  async function drawAnew(address: string): Promise<CachedPage | null> {
    const before = entries.get(address);
    // Asked first: content that changes meanwhile makes the page wrong at the next look, and not for ever.
    const seen = watch.known();
    const drawn = await draw(address).catch(() => null);
    if (drawn === null || drawn.status >= 500) {
      const isFit = before !== undefined && now() - before.drawnAt <= ttlMs;
      return isFit ? before.page : drawn && keep(drawn);
    }
    const page = await encode(drawn, before?.page);
    if (page.status === 200) entries.set(address, { page, version: seen, drawnAt: now() });
    else entries.delete(address);
    return page;
  }
  const drawOnce = (address: string): Promise<CachedPage | null> => {
    const running = drawing.get(address);
    if (running !== undefined) return running;
    const mine = drawAnew(address).finally(() => drawing.delete(address));
    drawing.set(address, mine);
    return mine;
  };
  const find = (address: string): Entry | null => {
    const entry = entries.get(address);
    return entry !== undefined && now() - entry.drawnAt <= ttlMs && entry.version === watch.known() ? entry : null;
  };
  return {
    async ask(address) {
      if (watch.isUnseen()) await Promise.race([watch.check(), pause(checkAtMostMs, undefined, { ref: false })]);
      else watch.refreshBehind();
      const entry = find(address);
      if (entry === null) return drawOnce(address);
      if (now() - entry.drawnAt > freshForMs) void drawOnce(address);
      return entry.page;
    },
    has: (address) => find(address) !== null,
  };
}

/** The last version that was seen. When nobody can tell, the last one counts on: pages of yesterday are better than none. */
function watchVersion(version: () => Promise<string>, now: () => number) {
  let known = '';
  let seenAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const check = (): Promise<void> => {
    looking ??= version()
      .then(
        (seen) => {
          known = seen;
        },
        () => undefined,
      )
      .finally(() => {
        seenAt = now();
        looking = null;
      });
    return looking;
  };
  return {
    known: () => known,
    check,
    isUnseen: () => now() - seenAt > unseenAtMostMs,
    refreshBehind: () => {
      if (now() - seenAt > recheckMs) void check();
    },
  };
}

/** The pages asked for most recently, up to a count and a weight. */
function createCacheEntries() {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const weigh = ({ page: { body, encoded } }: Entry): number => body.length + (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0);
  const remove = (address: string): void => {
    const entry = entries.get(address);
    if (entry === undefined) return;
    entries.delete(address);
    bytes -= weigh(entry);
  };
  return {
    get: (address: string): Entry | undefined => {
      const entry = entries.get(address);
      if (entry !== undefined) {
        entries.delete(address);
        entries.set(address, entry);
      }
      return entry;
    },
    set: (address: string, entry: Entry): void => {
      remove(address);
      entries.set(address, entry);
      bytes += weigh(entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= pagesAtMost && bytes <= bytesAtMost) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}

/** A page as it is answered, in no encoding but its own. */
export const keep = (drawn: Drawn): CachedPage => ({
  ...drawn,
  etag: createHash('sha256')
    .update(drawn.headers['content-security-policy'] ?? '')
    .update(drawn.body)
    .digest('base64url')
    .slice(0, 22),
  encoded: {},
});

const smallestWorthCompressing = 1_000;

/** A page that has not changed keeps what was compressed before. */
async function encode(drawn: Drawn, before: CachedPage | undefined): Promise<CachedPage> {
  const page = keep(drawn);
  if (before?.etag === page.etag) return before;
  if (page.status !== 200 || page.body.length < smallestWorthCompressing) return page;
  const [br, gz] = await Promise.all([compressWell(page.body), promisify(gzip)(page.body)]);
  return { ...page, encoded: { br, gzip: gz } };
}

/**
 * Once for many visitors, so as well as it goes, away from the thread that answers. Only the first after a change of content waits for it,
 * some 50 ms longer than for the quality below, and on a slow line every visitor saves more than that where the page fits into the
 * first round trip.
 */
const compressWell = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
