/**
 * What each day came to, stored so that looking back reads one row for a day. A day that is not stored, or of which something has changed since, is
 * added up when it is read.
 */
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './totals-store.ts';

type TotalDeps = Pick<Deps, 'db' | 'clock'>;
const dayMs = 86_400_000;

/** As far back as anybody looks: 90 days against the 90 before. */
const lookedBackDays = 181;
/** A cart may be paid so long after it was begun. */
const addedUpAgainDays = 31;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const daysBefore = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs));

/** Runs of days without a gap, from days in order: each run is one query. */
function runsOf(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && daysBefore(day, 1) <= last.to) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

async function addUpDays(db: Database, days: readonly string[]): Promise<store.DayTotal[]> {
  const found: store.DayTotal[] = [];
  for (const { from, to } of runsOf(days)) found.push(...(await store.addUp(db, from, to)));
  return found;
}

const everyDay = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysBefore(day, -1)) days.push(day);
  return days;
};

/**
 * Each night, for the days that are over, and for those that changed after they were stored. Safe to repeat. A change that commits meanwhile
 * has a row of its own, which stays. Returns how many days were written.
 */
export async function storeTotals({ db, clock }: TotalDeps): Promise<number> {
  const yesterday = daysBefore(dayOf(clock.now()), 1);
  const newest = await store.newestDay(db);
  const known = newest === null ? null : [newest, yesterday].toSorted()[0];
  const from = known == null ? daysBefore(yesterday, lookedBackDays) : daysBefore(known, addedUpAgainDays);
  const changed = await store.changes(db);
  const days = new Set([...changed.map(({ day }) => day).filter((day) => day <= yesterday), ...everyDay(from, yesterday)]);
  const totals = await addUpDays(db, [...days].toSorted());
  await db.transaction().execute(async (tx) => {
    await store.store(tx, totals, { day: yesterday, ...(await store.creditNow(tx, clock.now())) });
    const stored = changed.filter(({ day }) => days.has(day));
    await store.forgetChanges(
      tx,
      stored.map(({ id }) => id),
    );
  });
  return totals.length;
}

/** One for each day, both included, the oldest first. */
export async function totalsBetween(db: Database, from: string, to: string): Promise<store.DayTotal[]> {
  // Changes first: a night that ends in between has stored the days again by then.
  const changed = await store.changes(db);
  const stored = await store.between(db, from, to);
  const stale = new Set(changed.map(({ day }) => day));
  const byDay = new Map(stored.map((total) => [total.day, total]));
  const days = everyDay(from, to);
  const fresh = await addUpDays(
    db,
    days.filter((day) => !byDay.has(day) || stale.has(day)),
  );
  for (const total of fresh) byDay.set(total.day, merged(byDay.get(total.day), total));
  return days.flatMap((day) => byDay.get(day) ?? []);
}

/** What only the stored row knows stays: carts that were deleted since, and what was owed on that day. */
const merged = (stored: store.DayTotal | undefined, fresh: store.DayTotal): store.DayTotal =>
  stored === undefined
    ? fresh
    : {
        ...fresh,
        carts: Math.max(stored.carts, fresh.carts),
        cartsPaid: Math.max(stored.cartsPaid, fresh.cartsPaid),
        outstanding: stored.outstanding,
        pastDue: stored.pastDue,
      };
