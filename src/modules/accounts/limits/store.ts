/**
 * SQL for limits over windows longer than a minute. Counts before the work and in one statement, so 100
 * concurrent attempts count as 100.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';

export type Limit = {
  key: string;
  atMost: number;
  windowSeconds: number;
  /**
   * Doubles the wait after each further attempt, from 1 s up to this, instead of waiting for the window to
   * end. 0 turns this off.
   */
  longestDelaySeconds: number;
};

/**
 * Returns the seconds to wait for each limit, or null when it is not exceeded. Rejected attempts are not
 * counted, so an attacker cannot extend a lockout. Rows are locked in key order to avoid deadlocks.
 */
export async function count(
  db: Database | Tx,
  limits: Limit[],
  now: Date,
): Promise<Map<string, number | null>> {
  const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const column = <Name extends keyof Limit>(name: Name): Limit[Name][] => ordered.map((limit) => limit[name]);
  const { rows } = await sql<{ key: string; refused: boolean; seconds: number }>`
    with asked as (
      select * from unnest(
        ${column('key')}::text[], ${column('atMost')}::integer[], ${column('windowSeconds')}::integer[],
        ${column('longestDelaySeconds')}::integer[]) as asked (key, at_most, window_seconds, longest)
    ), kept as (
      insert into account_limit as kept (key, hits, ends_at, free_at, refused)
      select key, 1, ${now}::timestamptz + make_interval(secs => window_seconds),
        case when longest > 0 and at_most <= 1 then ${now}::timestamptz + interval '1 second' end, false
      from asked
      on conflict (key) do update set (hits, ends_at, free_at, refused) = (
        select
          case when ended then 1 when full_up then kept.hits else kept.hits + 1 end,
          case
            when ended then ${now}::timestamptz + make_interval(secs => window_seconds)
            when delays and not full_up then greatest(kept.ends_at, ${now}::timestamptz + make_interval(secs => window_seconds + delay_seconds))
            else kept.ends_at end,
          case
            when ended then case when longest > 0 and at_most <= 1 then ${now}::timestamptz + interval '1 second' end
            when full_up then kept.free_at
            when delays then ${now}::timestamptz + make_interval(secs => delay_seconds)
            end,
          not ended and full_up
        from (
          select asked.*, kept.ends_at <= ${now} as ended, longest > 0 and kept.hits + 1 >= at_most as delays,
            least(longest, 2 ^ least(kept.hits + 1 - at_most, 20)) as delay_seconds,
            case when longest > 0 then coalesce(kept.free_at > ${now}, false) else kept.hits >= at_most end as full_up
          from asked where asked.key = kept.key) as judged)
      returning key, refused, greatest(1, ceil(extract(epoch from coalesce(free_at, ends_at) - ${now}::timestamptz)))::integer as seconds
    )
    select key, refused, seconds from kept`.execute(db);
  return new Map(rows.map(({ key, refused, seconds }) => [key, refused ? seconds : null]));
}

/** Undoes one attempt and the wait it caused. One key per call: with several, two requests could deadlock. */
export async function returnHit(db: Database, key: string): Promise<void> {
  await db
    .updateTable('account_limit')
    .set(({ fn, eb, val }) => ({ hits: fn<number>('greatest', [eb('hits', '-', 1), val(0)]), free_at: null }))
    .where('key', '=', key)
    .execute();
}

export async function deleteLimit(db: Database | Tx, key: string): Promise<void> {
  await db.deleteFrom('account_limit').where('key', '=', key).execute();
}
