/** SQL for the health of the shop. Each query reads only open work or the short history of recent days. */
import { isWaiting } from '#modules/mail/store.ts';
import type { JobName } from '#modules/shared/job-list.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type Queue = { waiting: number; oldestAt: Date | null };

/** Jobs scheduled for later do not count as late. */
export async function queues(
  db: Database,
): Promise<{ now: Date; jobs: Queue; emails: Queue; webhooks: Queue }> {
  const { rows } = await sql<{
    now: Date;
    name: 'jobs' | 'emails' | 'webhooks';
    waiting: number;
    oldest: Date | null;
  }>`
    select now() as now, 'jobs' as name, count(*)::int as waiting, min(start_after) as oldest from pgboss.job where state < 'active' and start_after <= now()
    union all
    select now(), 'emails', count(*)::int, min(created_at) from mail where ${isWaiting}
    union all
    select now(), 'webhooks', count(*)::int, min(received_at) from webhook_inbox where done_at is null`.execute(
    db,
  );
  const queueOf = (name: string): Queue => {
    const row = rows.find((found) => found.name === name);
    return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest ?? null };
  };
  return {
    now: rows[0]?.now ?? new Date(),
    jobs: queueOf('jobs'),
    emails: queueOf('emails'),
    webhooks: queueOf('webhooks'),
  };
}

/** Covers the last seven days, the retention period of failed jobs. */
export const givenUp = async (db: Database): Promise<{ job: string; count: number; lastAt: Date }[]> =>
  (
    await sql<{ job: string; count: number; lastAt: Date }>`
      select name as job, count(*)::int as count, max(completed_on) as "lastAt" from pgboss.job
      where state = 'failed' and completed_on > now() - interval '7 days' group by name order by max(completed_on) desc`.execute(
      db,
    )
  ).rows;

export async function emails(
  db: Database,
): Promise<{ sentInADay: number; failedInAWeek: number; lastFailedAt: Date | null }> {
  const { rows } = await sql<{ sentInADay: number; failedInAWeek: number; lastFailedAt: Date | null }>`
    select (select count(*)::int from mail where sent_at > now() - interval '1 day') as "sentInADay", count(*)::int as "failedInAWeek",
      max(failed_at) as "lastFailedAt" from mail where failed_at > now() - interval '7 days'`.execute(db);
  return rows[0] ?? { sentInADay: 0, failedInAWeek: 0, lastFailedAt: null };
}

/**
 * Returns when each sweep last finished everything: from its cursor if it has one, else from its last
 * successful job.
 */
export const sweeps = async (
  db: Database,
  timed: readonly JobName[],
): Promise<{ name: string; lastAt: Date }[]> =>
  (
    await sql<{ name: string; lastAt: Date }>`
      select name, max(at) as "lastAt" from (
        select substr(name, 7) as name, position as at from sweep_cursor where name like 'sweep:%'
        union all
        select name, completed_on from pgboss.job where state = 'completed' and name = any(${timed})
          and name not in (select substr(name, 7) from sweep_cursor where name like 'sweep:%')) as ended
      group by name order by max(at) desc`.execute(db)
  ).rows;

export async function database(db: Database): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  );
  return rows[0] ?? { version: '', bytes: 0 };
}

export const invariants = async (db: Database) =>
  (await db
    .selectFrom('invariant_check')
    .select(['violations', 'looked_at', 'all_checked_at', 'failed_at'])
    .executeTakeFirst()) ?? null;
