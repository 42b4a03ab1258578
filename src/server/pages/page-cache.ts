/**
 * Caches whole shared pages in this process, with their headers and in every encoding. A page is valid while
 * the content version it was rendered from is current. Each process checks the version in the database
 * periodically, and before the next request after a change notification.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '#server/http/static-files.ts';

/**
 * A rendered page. Only a 200 is cached; anything else is returned to the waiting requests and then dropped.
 */
export type Drawn = { status: number; headers: Record<string, string>; body: Buffer };
export type CachedPage = Drawn & { etag: string; encoded: Partial<Record<Encoding, Buffer>> };

/**
 * `isConfirmed`: the database confirmed within the last moments that the page matches the current content.
 * Otherwise it may be outdated.
 */
export type Found = { page: CachedPage; isConfirmed: boolean };

export type PageCache = {
  /** Returns the page of the address, or null when it could not be rendered and no earlier page exists. */
  ask(address: string): Promise<Found | null>;
  /** True when `ask` would probably return a cached page. */
  has(address: string): boolean;
  /** Marks the content as changed: the next request waits for a version check. */
  renew(): void;
};

export type CacheSettings = {
  /** Fails by rejecting or with a status of 500 or higher. */
  draw: (address: string) => Promise<Drawn>;
  /** Equal versions mean equal content. Rejects when the version is unknown. */
  version: () => Promise<string>;
  now?: () => number;
};

const never = Number.NEGATIVE_INFINITY;

type Entry = { page: CachedPage; version: string };

const pagesAtMost = 500;
const bytesAtMost = 32_000_000;
const storedForMs = 660_000;
/** While pages are requested, the version is checked this often. */
const checkEveryMs = 1_000;
/** A database that does not answer must not delay cached pages longer than this. */
const checkAtMostMs = 300;

export function createPageCache({ draw, version, now = () => performance.now() }: CacheSettings): PageCache {
  const entries = new LRUCache<string, Entry>({
    max: pagesAtMost,
    maxSize: bytesAtMost,
    sizeCalculation: ({ page: { body, encoded } }) =>
      body.length + (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0),
    ttl: storedForMs,
    perf: { now },
    ttlResolution: 0,
    // An expired page remains the fallback while no new one can be rendered.
    noDeleteOnStaleGet: true,
  });
  const drawing = new Map<string, Promise<Found | null>>();
  const seen = versionSeen(version, now);
  const isConfirmed = (): boolean => now() - seen.confirmedMs < checkEveryMs + checkAtMostMs;

  async function render(address: string): Promise<Found | null> {
    // Read the version first: content that changes in the meantime then invalidates the page at the next
    // check.
    const sourceVersion = seen.version;
    const wasConfirmed = isConfirmed();
    const drawn = await draw(address).catch(() => null);
    if (drawn === null || drawn.status >= 500) {
      const page = entries.get(address, { allowStale: true })?.page ?? (drawn && toCached(drawn));
      return page && { page, isConfirmed: false };
    }
    if (drawn.status !== 200) entries.delete(address);
    const page = drawn.status === 200 ? await encode(toCached(drawn)) : toCached(drawn);
    if (drawn.status === 200) entries.set(address, { page, version: sourceVersion });
    return { page, isConfirmed: wasConfirmed && seen.version === sourceVersion };
  }
  /** Renders once for all concurrent requests. */
  const drawOnce = (address: string): Promise<Found | null> => {
    const running = drawing.get(address) ?? render(address).finally(() => drawing.delete(address));
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

/**
 * Tracks the content version that pages are compared with. While the database does not answer, the last known
 * version stays valid.
 */
function versionSeen(version: CacheSettings['version'], now: () => number) {
  let checkedMs = never;
  let begun = 0;
  let lastApplied = 0;
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
          // The result is outdated once a later check has finished or the content has changed.
          if (check <= lastApplied) return;
          lastApplied = check;
          seen.version = found;
          seen.confirmedMs = startedMs;
        },
        () => undefined,
      );
      await Promise.race([answered, pause(checkAtMostMs, undefined, { ref: false })]);
    },
    forget(): void {
      lastApplied = begun;
      checkedMs = never;
      seen.confirmedMs = never;
    },
  };
  return seen;
}

/** Prepares a page for the cache, uncompressed. */
export const toCached = (drawn: Drawn): CachedPage => ({
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
 * Compresses once at the highest quality, outside the event loop. Only the first request after a content
 * change waits for it, about 50 ms.
 */
async function encode(page: CachedPage): Promise<CachedPage> {
  if (page.body.length < smallestWorthCompressing) return page;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(page.body, {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
    promisify(gzip)(page.body),
  ]);
  return { ...page, encoded: { br, gzip: gz } };
}
