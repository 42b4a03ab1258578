/**
 * Totals per day, stored so that reports read one row per day. A day that is not stored, or whose data has
 * changed since, is computed when read.
 */
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from './totals-store.ts';

type TotalDeps = Pick<Deps, 'db' | 'clock'>;
const dayMs = 86_400_000;

/** The longest look-back: 90 days compared with the 90 before, and today. */
const lookedBackDays = 181;
/** The longest time between starting a cart and paying for it. */
const recountedDays = 31;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const daysBefore = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs));

/** Groups ordered days into runs without gaps, one query each. */
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
 * Runs nightly for finished days and for days that changed after they were stored. Idempotent. A change that
 * commits in the meantime adds another row, which stays. Returns the number of days written.
 */
export async function storeTotals({ db, clock }: TotalDeps): Promise<number> {
  const yesterday = daysBefore(dayOf(clock.now()), 1);
  const newest = await store.newestDay(db);
  const lastDay = newest === null ? null : [newest, yesterday].toSorted()[0];
  const from = lastDay == null ? daysBefore(yesterday, lookedBackDays) : daysBefore(lastDay, recountedDays);
  const changed = await store.changes(db);
  const days = new Set([
    ...changed.map(({ day }) => day).filter((day) => day <= yesterday),
    ...everyDay(from, yesterday),
  ]);
  const totals = await addUpDays(db, [...days].toSorted());
  await db.transaction().execute(async (tx) => {
    await store.store(tx, totals, { day: yesterday, ...(await store.creditNow(tx, clock.now())) });
    const stored = changed.filter(({ day }) => days.has(day));
    await store.deleteChanges(
      tx,
      stored.map(({ id }) => id),
    );
  });
  return totals.length;
}

/** One total per day, both ends inclusive, oldest first. */
export async function totalsBetween(db: Database, from: string, to: string): Promise<store.DayTotal[]> {
  // Read changes first: a nightly run that finishes in between has then already stored those days.
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

/** Values that only the stored row has are preserved: carts deleted since, and the debt on that day. */
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
