/** SQL for the results of status checks. */
import { utcDay } from '#kernel/credit-terms.ts';
import { isWaiting } from '#modules/mail/store.ts';
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

/** Days from `from` on, oldest first. */
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

const lateAfter = sql`interval '15 minutes'`;

/**
 * A single receiving server that defers an email is not our trouble; several are, if no other email is
 * delivered either.
 */
export async function areEmailsSent(db: Database): Promise<boolean> {
  const { rows } = await sql<{ late: number; left: boolean }>`
    select (select count(distinct to_address)::int from mail where ${isWaiting} and created_at < now() - ${lateAfter}) as late,
      exists (select from mail where created_at > now() - ${lateAfter} and sent_at is not null) as left`.execute(
    db,
  );
  return (rows[0]?.late ?? 0) < 2 || rows[0]?.left === true;
}

/** Jobs with these names whose last attempt failed. */
export async function failingJobs(db: Database, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where state = 'retry' and name = any(${names})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Records that the processor did not respond to a call. */
export async function recordFailure(db: Database, at: Date): Promise<void> {
  await db
    .insertInto('processor_trouble')
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute();
}

export const hadFailureSince = async (db: Database, since: Date): Promise<boolean> =>
  (await db.selectFrom('processor_trouble').select('id').where('at', '>=', since).executeTakeFirst()) !==
  undefined;
