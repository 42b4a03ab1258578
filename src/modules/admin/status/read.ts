/** The status page's answer: how each part is now, and what share of each day's minutes it was well. */
import type * as contract from '#contract/status.ts';
import { statusDays } from '#contract/status.ts';
import type { Handled } from '#contract/endpoint.ts';
import { addDays, utcDay } from '#kernel/credit-terms.ts';
import type { Deps } from '#platform/deps.ts';
import { shareReads } from '#platform/shared-read.ts';
import * as store from './store.ts';

type Wire = Handled<typeof contract.readStatus>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Looks are a minute apart. After five minutes without one nobody knows. */
const knownForMs = 5 * minuteMs;

/** Those who ask at the same moment share one answer. */
export const statusReader = (deps: Pick<Deps, 'db' | 'clock'>): (() => Promise<Wire>) => shareReads(() => readStatus(deps));

export async function readStatus({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Wire> {
  const now = clock.now();
  const today = utcDay(now);
  const from = addDays(today, 1 - statusDays);
  const found = await store.list(db, from);
  const all = Array.from({ length: statusDays }, (_one, at) => addDays(from, at));
  return {
    at: now.toISOString(),
    parts: store.parts.map((part) => {
      const own = found.filter((day) => day.part === part);
      const byDay = new Map(own.map((one) => [one.day, one.good]));
      const days = all.map((day) => ({ day, share: shareOf(day, byDay.get(day) ?? 0, own[0]?.firstAt, now) }));
      const last = own.at(-1);
      const isKnown = last !== undefined && now.getTime() - last.lastAt.getTime() < knownForMs;
      return { part, isGood: isKnown ? last.lastGood : null, share: mean(days.flatMap(({ share }) => share ?? [])), days };
    }),
  };
}

/** Null before the first check of all. One minute is forgiven: its check may be on its way, or have come a moment after midnight. */
function shareOf(day: string, good: number, first: Date | undefined, now: Date): number | null {
  const begins = Date.parse(`${day}T00:00:00Z`);
  if (first === undefined || first.getTime() >= begins + dayMs) return null;
  const minutes = (Math.min(begins + dayMs, now.getTime()) - Math.max(begins, first.getTime())) / minuteMs;
  return minutes < 1 ? (good > 0 ? 1 : null) : Math.min(1, good / Math.max(1, Math.floor(minutes) - 1));
}

const mean = (shares: number[]): number | null =>
  shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
