/**
 * The status page: the current state of each part, and the share of each day's minutes in which it worked.
 */
import type * as contract from '#contract/status.ts';
import { statusDays } from '#contract/status.ts';
import type { Handled } from '#contract/endpoint.ts';
import { addDays, utcDay } from '#kernel/credit-terms.ts';
import { isDatabaseFailure } from '#platform/database-trouble.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { shareReads } from '#platform/shared-read.ts';
import { within } from '#platform/within.ts';
import * as store from './store.ts';

type Wire = Handled<typeof contract.readStatus>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Checks run every minute. After five minutes without one, the state is unknown. */
const knownForMs = 5 * minuteMs;

/** The last reading, with its time. */
type Reading = { at: Date; found: store.Day[] };

/** A slower database is shown as not responding. */
const readWithinMs = 2_000;

/**
 * Builds a reader for the status page, which must work in an outage. The last reading is cached and served
 * while the database does not respond. It is loaded at startup. Concurrent requests share one read.
 */
export function statusReader({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<Wire> {
  let remembered: Reading | null = null;
  const read = shareReads(async () => {
    remembered = await readDays(db, clock.now());
    return remembered;
  });
  const first = read().catch(() => undefined);
  return async () => {
    await within(readWithinMs, first, () => null);
    const reading = await within(readWithinMs, read().catch(nullIfUnavailable), () => null);
    return reading === null ? withoutDatabase(remembered, clock.now()) : toWire(reading, clock.now());
  };
}

function nullIfUnavailable(error: unknown): null {
  if (isDatabaseFailure(error)) return null;
  throw error;
}

const firstDay = (at: Date): string => addDays(utcDay(at), 1 - statusDays);

const readDays = async (db: Deps['db'], at: Date): Promise<Reading> => ({
  at,
  found: await store.list(db, firstDay(at)),
});

/**
 * Orders cannot be taken. The state of the processor and emails is stored in the database, so it is unknown.
 */
function withoutDatabase(remembered: Reading | null, now: Date): Wire {
  const { parts } = toWire(remembered ?? { at: now, found: [] }, now);
  return {
    at: now.toISOString(),
    databaseAnswers: false,
    daysReadAt: remembered?.at.toISOString() ?? null,
    parts: parts.map((part) => ({ ...part, isGood: part.part === 'orders' ? false : null })),
  };
}

function toWire({ at, found }: Reading, now: Date): Wire {
  const from = firstDay(at);
  const all = Array.from({ length: statusDays }, (_one, index) => addDays(from, index));
  return {
    at: now.toISOString(),
    databaseAnswers: true,
    daysReadAt: at.toISOString(),
    parts: store.parts.map((part) => {
      const rows = found.filter((day) => day.part === part);
      const byDay = new Map(rows.map((row) => [row.day, row.good]));
      const days = all.map((day) => ({
        day,
        share: shareOf(day, byDay.get(day) ?? 0, rows[0]?.firstAt, at),
      }));
      const last = rows.at(-1);
      const isKnown = last !== undefined && now.getTime() - last.lastAt.getTime() < knownForMs;
      return {
        part,
        isGood: isKnown ? last.lastGood : null,
        share: mean(days.flatMap(({ share }) => share ?? [])),
        days,
      };
    }),
  };
}

/**
 * Null before the first check ever. One minute is forgiven: its check may be pending or may have run just
 * after midnight.
 */
function shareOf(day: string, good: number, first: Date | undefined, now: Date): number | null {
  const begins = Date.parse(`${day}T00:00:00Z`);
  if (first === undefined || first.getTime() >= begins + dayMs) return null;
  const minutes = (Math.min(begins + dayMs, now.getTime()) - Math.max(begins, first.getTime())) / minuteMs;
  return minutes < 1 ? (good > 0 ? 1 : null) : Math.min(1, good / Math.max(1, Math.floor(minutes) - 1));
}

const mean = (shares: number[]): number | null =>
  shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
