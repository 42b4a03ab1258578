/** SQL for reading the audit log and its last check. */
import type { Role } from '#kernel/permissions.ts';
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Includes both people of an entry, if known. */
export type EntryRow = {
  id: number;
  at: Date;
  action: string;
  object: string;
  ip: string;
  route: string;
  detail: unknown;
  position: number | null;
  hash: string | null;
  before_hash: string | null;
  after_hash: string | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_role: Role | null;
  effective_id: string | null;
  effective_name: string | null;
  effective_role: Role | null;
  has_change: boolean;
  before: unknown;
  after: unknown;
};

const nameOf = (user: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${user}.deleted_at`)} is not null then null
    else coalesce(nullif(trim(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)})), ''), ${sql.ref(`${user}.email`)}) end`;

export async function entriesOf(db: Database, ids: readonly (string | number)[]): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select audit_log.id, at, action, object, ip, route, detail, position, hash, before_hash, after_hash, actor_id, effective_id,
      ${nameOf('actor')} as actor_name, actor.role as actor_role, ${nameOf('whom')} as effective_name, whom.role as effective_role,
      audit_change.audit_id is not null as has_change, audit_change.before, audit_change.after
    from audit_log left join audit_change on audit_change.audit_id = audit_log.id
      left join app_user actor on actor.id = actor_id left join app_user whom on whom.id = effective_id
    where audit_log.id = any(${ids.map(Number)}::bigint[])`.execute(db);
  return rows;
}

export const lastChained = (db: Database) =>
  db
    .selectFrom('audit_log')
    .select(['position', 'at', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();

export const unchained = (db: Database) =>
  db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.countAll<number>().as('entries'), fn.min('appended_at').as('since')])
    .where('position', 'is', null)
    .executeTakeFirstOrThrow();

export const lastCheck = (db: Database) =>
  db
    .selectFrom('audit_check')
    .leftJoin('app_user', 'app_user.id', 'asked_by')
    .select(['ended_at', 'first_name', 'entries', 'newest_hash', 'violations', 'is_whole'])
    .orderBy('audit_check.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns who requested a check that has not started; undefined when there is no request. Requests expire
 * after an hour.
 */
export async function findRequester(db: Database): Promise<string | null | undefined> {
  const { rows } = await sql<{ actor_id: string | null }>`
    select actor_id from audit_log
    where action = 'audit_check_asked' and appended_at > now() - interval '1 hour'
      and at > coalesce((select max(started_at) from audit_check), '-infinity')
    order by id desc limit 1`.execute(db);
  return rows[0]?.actor_id;
}
