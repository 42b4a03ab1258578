/** What each day came to, kept so that looking back reads one row for a day. Days that are not kept yet are added up when they are asked for. */
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './totals-store.ts';

type TotalDeps = Pick<Deps, 'db' | 'clock'>;
const dayMs = 86_400_000;

/** As far back as anybody looks: 90 days against the 90 before. */
const lookedBackDays = 181;
/** A cart may be paid so long after it was begun, and a refund may take some days. */
const addedUpAgainDays = 31;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const daysBefore = (day: string, days: number): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs));

/** Each night, for the days that are over. Safe to repeat. Answers how many days were written. */
export async function keepTotals({ db, clock }: TotalDeps): Promise<number> {
  const yesterday = daysBefore(dayOf(clock.now()), 1);
  const newest = await store.newestDay(db);
  const known = newest === null ? null : [newest, yesterday].toSorted()[0];
  const from = known == null ? daysBefore(yesterday, lookedBackDays) : daysBefore(known, addedUpAgainDays);
  const totals = await store.addUp(db, from, yesterday);
  await db.transaction().execute(async (tx) => store.keep(tx, totals, { day: yesterday, ...(await store.creditNow(tx, clock.now())) }));
  return totals.length;
}

/** One for each day, both included, the oldest first. */
export async function totalsBetween(db: Database, from: string, to: string): Promise<store.DayTotal[]> {
  const [known, newest] = await Promise.all([store.between(db, from, to), store.newestDay(db)]);
  const rest = newest === null || newest < from ? from : daysBefore(newest, -1);
  const fresh = rest > to ? [] : await store.addUp(db, rest, to);
  return [...known.filter(({ day }) => day < rest), ...fresh];
}
