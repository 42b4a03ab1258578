/**
 * Whole pages that are the same for everybody, kept in this process with their headers and in every encoding.
 * A page is right while the content has the version that it was drawn from. Each process looks after its own pages: it looks at the
 * version in the database now and then, and for the next visitor when it hears that something has changed.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './static-files.ts';

/** What a page is drawn as. Only a 200 is kept; anything else goes to those who wait for it, and to nobody later. */
export type Drawn = { status: number; headers: Record<string, string>; body: Buffer };
export type CachedPage = Drawn & { etag: string; encoded: Partial<Record<Encoding, Buffer>> };

/** Confirmed: the database said within the last moments that the page is of the content that stands. Otherwise it may be old. */
export type Found = { page: CachedPage; isConfirmed: boolean };

export type PageCache = {
  /** The page of that address. Null when it could not be drawn and no page is left from before. */
  ask(address: string): Promise<Found | null>;
  /** True when `ask` will answer with a page that lies ready, as far as is known. */
  has(address: string): boolean;
  /** The content has changed: the next visitor waits until its version has been looked at. */
  renew(): void;
};

export type CacheSettings = {
  /** Rejects or answers a status of 500 and more when it fails. */
  draw: (address: string) => Promise<Drawn>;
  /** Equal versions are equal content. Rejects when nobody can tell. */
  version: () => Promise<string>;
  now?: () => number;
};

const never = Number.NEGATIVE_INFINITY;

type Entry = { page: CachedPage; version: string };

const pagesAtMost = 500;
const bytesAtMost = 32_000_000;
const storedForMs = 660_000;
/** While pages are asked for, the version is looked at this often. */
const checkEveryMs = 1_000;
/** A database that does not answer must not keep visitors from pages that are there. */
const checkAtMostMs = 300;

export function createPageCache({ draw, version, now = () => performance.now() }: CacheSettings): PageCache {
  const entries = new LRUCache<string, Entry>({
    max: pagesAtMost,
    maxSize: bytesAtMost,
    sizeCalculation: ({ page: { body, encoded } }) => body.length + (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0),
    ttl: storedForMs,
    perf: { now },
    ttlResolution: 0,
    // An expired page is still the answer while no new one can be drawn.
    noDeleteOnStaleGet: true,
  });
  const drawing = new Map<string, Promise<Found | null>>();
  const seen = versionSeen(version, now);
  const isConfirmed = (): boolean => now() - seen.confirmedMs < checkEveryMs + checkAtMostMs;

  async function drawAnew(address: string): Promise<Found | null> {
    // Asked first: content that changes meanwhile makes the page wrong at the next look, and not for ever.
    const drawnFrom = seen.version;
    const wasConfirmed = isConfirmed();
    const drawn = await draw(address).catch(() => null);
    if (drawn === null || drawn.status >= 500) {
      const page = entries.get(address, { allowStale: true })?.page ?? (drawn && keep(drawn));
      return page && { page, isConfirmed: false };
    }
    if (drawn.status !== 200) entries.delete(address);
    const page = drawn.status === 200 ? await encode(keep(drawn)) : keep(drawn);
    if (drawn.status === 200) entries.set(address, { page, version: drawnFrom });
    return { page, isConfirmed: wasConfirmed && seen.version === drawnFrom };
  }
  /** Once for all who ask meanwhile. */
  const drawOnce = (address: string): Promise<Found | null> => {
    const running = drawing.get(address) ?? drawAnew(address).finally(() => drawing.delete(address));
    drawing.set(address, running);
    return running;
  };
  const find = (address: string): CachedPage | null => {
    const entry = entries.get(address);
    return entry?.version === seen.version ? entry.page : null;
  };
  return {
    async ask(address) {
      await seen.check();
      const page = find(address);
      return page === null ? drawOnce(address) : { page, isConfirmed: isConfirmed() };
    },
    has: (address) => find(address) !== null,
    renew: seen.forget,
  };
}

/** The content version that pages are compared with. Without an answer of the database the last known version stays valid. */
function versionSeen(version: CacheSettings['version'], now: () => number) {
  let checkedMs = never;
  let begun = 0;
  let heard = 0;
  const seen = {
    version: '',
    confirmedMs: never,
    async check(): Promise<void> {
      if (now() - checkedMs < checkEveryMs) return;
      const startedMs = now();
      checkedMs = startedMs;
      begun += 1;
      const check = begun;
      const answered = version().then(
        (found) => {
          // The answer is outdated once a later check answered, or the content changed.
          if (check <= heard) return;
          heard = check;
          seen.version = found;
          seen.confirmedMs = startedMs;
        },
        () => undefined,
      );
      await Promise.race([answered, pause(checkAtMostMs, undefined, { ref: false })]);
    },
    /** The content has changed: the next request checks the version first. */
    forget(): void {
      heard = begun;
      checkedMs = never;
      seen.confirmedMs = never;
    },
  };
  return seen;
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

/**
 * Once for many visitors, so as well as it goes, away from the thread that answers. Only the first after a change of content waits for it,
 * some 50 ms.
 */
async function encode(page: CachedPage): Promise<CachedPage> {
  if (page.body.length < smallestWorthCompressing) return page;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(page.body, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
    promisify(gzip)(page.body),
  ]);
  return { ...page, encoded: { br, gzip: gz } };
}
