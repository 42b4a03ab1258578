/** SQL for how the parts of the shop were found. */
import { utcDay } from '#kernel/credit-terms.ts';
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';

export const parts = ['orders', 'payments', 'email'] as const;
export type Part = (typeof parts)[number];
export type Found = Record<Part, boolean>;
export type Day = { part: Part; day: string; good: number; firstAt: Date; lastAt: Date; lastGood: boolean };

export async function add(db: Database, found: Found, at: Date): Promise<void> {
  const rows = parts.map((part) => ({
    ...{ part, day: utcDay(at), checks: 1, good: found[part] ? 1 : 0 },
    ...{ first_at: at, last_at: at, last_good: found[part] },
  }));
  await db
    .insertInto('status_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['part', 'day']).doUpdateSet({
        checks: sql`status_day.checks + 1`,
        good: sql`status_day.good + excluded.good`,
        last_at: sql`excluded.last_at`,
        last_good: sql`excluded.last_good`,
      }),
    )
    .execute();
}

/** The days from `from` on, the oldest first. */
export async function list(db: Database, from: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('status_day')
    .select(['part', 'day', 'good', 'first_at', 'last_at', 'last_good'])
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({
    ...{ part: row.part as Part, day: row.day, good: row.good },
    ...{ firstAt: row.first_at, lastAt: row.last_at, lastGood: row.last_good },
  }));
}

/** Seconds for which the oldest email has been due to leave; 0 without one. */
export async function oldestEmailSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(created_at))::float8 as seconds from mail where sent_at is null and failed_at is null`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
}

/** Jobs that call the processor and whose last try has failed. */
export async function failingAtProcessor(db: Database, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where state = 'retry' and name = any(${names})`.execute(db);
  return rows[0]?.count ?? 0;
}
