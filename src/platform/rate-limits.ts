/**
 * Limits how often a client may call, counted in PostgreSQL across all processes. `take` is exact and costs
 * one statement. `glance` costs no statement: each process counts in memory and merges twice a second. When
 * the database is unreachable, requests pass; they will fail by themselves.
 */
import { DomainError } from '#kernel/errors.ts';
import { type Message, worded } from '#kernel/language.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type Limit = { name: string; perMinute: number };
/** A limit within a longer time, for what people do rarely. */
export type LongLimit = { name: string; atMost: number; withinSeconds: number };

/** 429. The caller may retry after `retryAfterSeconds`. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number;
  /** `why` says what exceeded the limit and what to do, with `{wait}` for the time to wait. */
  constructor(retryAfterSeconds: number, { text, values }: Message = tooMany) {
    super('rate_limited', { text, values: { ...values, wait: { seconds: retryAfterSeconds } } });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const tooMany = worded('Too many requests. Please try again {wait}');

export type RateLimits = {
  /** Seconds to wait, or null when the call is allowed. */
  take(limit: Limit | LongLimit, who: string): Promise<number | null>;
  glance(limit: Limit, who: string): number | null;
  stop(): Promise<void>;
};

type Count = { known: number; fresh: number; endsAtMs: number };

const windowSeconds = 60;
const addUpEveryMs = 500;
const cleanEveryMs = 60_000;
/** With this many clients in a minute, new ones are not counted, to bound memory. */
const clientsAtMost = 100_000;

export function createRateLimits(db: Database): RateLimits {
  const counts = new Map<string, Count>();
  const adding = setInterval(() => void addUp(db, counts).catch(() => undefined), addUpEveryMs).unref();
  const cleaning = setInterval(() => void clean(db, counts).catch(() => undefined), cleanEveryMs).unref();
  return {
    async take(limit, who) {
      const [atMost, withinSeconds] =
        'perMinute' in limit ? [limit.perMinute, windowSeconds] : [limit.atMost, limit.withinSeconds];
      const [row] = await add(db, [[`${limit.name} ${who}`, 1]], withinSeconds).catch(() => []);
      return row === undefined || row.hits <= atMost ? null : row.seconds;
    },
    glance({ name, perMinute }, who) {
      const key = `${name} ${who}`;
      const now = Date.now();
      let count = counts.get(key);
      if (count === undefined || count.endsAtMs <= now) {
        if (counts.size >= clientsAtMost) return null;
        count = { known: 0, fresh: 0, endsAtMs: now + windowSeconds * 1_000 };
        counts.set(key, count);
      }
      count.fresh += 1;
      return count.known + count.fresh <= perMinute
        ? null
        : Math.max(1, Math.ceil((count.endsAtMs - now) / 1_000));
    },
    async stop() {
      clearInterval(adding);
      clearInterval(cleaning);
    },
  };
}

async function addUp(db: Database, counts: Map<string, Count>): Promise<void> {
  const fresh = [...counts].filter(([, count]) => count.fresh > 0);
  if (fresh.length === 0) return;
  const sums = fresh.map(([key, count]) => [key, count.fresh] as const);
  for (const [, count] of fresh) {
    count.known += count.fresh;
    count.fresh = 0;
  }
  for (const { key, hits, seconds } of await add(db, sums)) {
    const count = counts.get(key);
    if (count === undefined) continue;
    count.known = hits;
    count.endsAtMs = Date.now() + seconds * 1_000;
  }
}

/**
 * Sorted by key, so that two processes never wait for each other's rows. A window starts with its first
 * request.
 */
async function add(
  db: Database,
  sums: readonly (readonly [key: string, hits: number])[],
  withinSeconds = windowSeconds,
): Promise<{ key: string; hits: number; seconds: number }[]> {
  const ordered = sums.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { rows } = await sql<{ key: string; hits: number; seconds: number }>`
    insert into rate_limit as kept (key, hits, ends_at)
    select key, hits, now() + make_interval(secs => ${withinSeconds})
    from unnest(${ordered.map(([key]) => key)}::text[], ${ordered.map(([, hits]) => hits)}::integer[]) as fresh (key, hits)
    on conflict (key) do update set
      hits = case when kept.ends_at <= now() then excluded.hits else least(kept.hits + excluded.hits, 1000000) end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning key, hits, greatest(1, ceil(extract(epoch from ends_at - now())))::integer as seconds`.execute(
    db,
  );
  return rows;
}

async function clean(db: Database, counts: Map<string, Count>): Promise<void> {
  const now = Date.now();
  for (const [key, count] of counts) if (count.endsAtMs <= now) counts.delete(key);
  await sql`delete from rate_limit where ends_at < now()`.execute(db);
}
