/**
 * SQL for grants to act as a customer. A grant is never changed except to end it; its row stays for the
 * records.
 */
import { mayDo, staffRoles } from '#kernel/permissions.ts';
import type { Selectable } from 'kysely';
import type { ImpersonationGrant } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Grant } from './grant-rules.ts';

const mayViewAs = staffRoles.filter((role) => mayDo(role, 'customers.view_as'));

export type NewGrant = Omit<Selectable<ImpersonationGrant>, 'revoked_at'>;

export async function insert(tx: Tx, grant: NewGrant): Promise<void> {
  await tx.insertInto('impersonation_grant').values(grant).execute();
}

/**
 * Returns this administrator's newest grant for this customer, ended or not. One query, because it runs on
 * every request of an acting administrator.
 */
export async function findNewest(
  db: Database,
  adminId: string,
  targetId: string,
): Promise<Grant | undefined> {
  const row = await db
    .selectFrom('impersonation_grant as grant')
    .innerJoin('app_user as target', 'target.id', 'grant.target_id')
    .select(['grant.id', 'admin_id', 'session_id', 'target_id', 'expires_at', 'revoked_at'])
    .select(['target.email', 'target.role', 'target.disabled_at', 'target.deleted_at'])
    .where('admin_id', '=', adminId)
    .where('target_id', '=', targetId)
    .orderBy('grant.created_at', 'desc')
    .orderBy('grant.id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      adminId: row.admin_id,
      sessionId: row.session_id,
      targetId: row.target_id,
      targetEmail: row.email,
      targetRole: row.role,
      targetIsOpen: row.disabled_at === null && row.deleted_at === null,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    }
  );
}

/** Returns the administrator and the customer of the grant, or null if it had already ended. */
export async function revoke(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ adminId: string; targetId: string } | null> {
  const row = await tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['admin_id', 'target_id'])
    .executeTakeFirst();
  return row === undefined ? null : { adminId: row.admin_id, targetId: row.target_id };
}

/** Returns a customer's usable grants. A grant also ends with the administrator's session it belongs to. */
export const listLive = (db: Database, targetId: string, now: Date) =>
  db
    .selectFrom('impersonation_grant as grant')
    .innerJoin('session', 'session.id', 'grant.session_id')
    .innerJoin('app_user as admin', 'admin.id', 'grant.admin_id')
    .select([
      'grant.id',
      'reason',
      'grant.created_at as createdAt',
      'grant.expires_at as expiresAt',
      'admin.first_name as by',
      'admin_id as byId',
    ])
    .where('target_id', '=', targetId)
    .where('grant.revoked_at', 'is', null)
    .where('grant.expires_at', '>', now)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('admin.role', 'in', mayViewAs)
    .where('admin.disabled_at', 'is', null)
    .where('admin.deleted_at', 'is', null)
    .orderBy('grant.created_at', 'desc')
    .execute();

/** Ends one grant for a customer, or all of them. Returns the ended ids. */
export async function revokeFor(
  tx: Tx,
  targetId: string,
  grantId: string | null,
  now: Date,
): Promise<string[]> {
  const all = tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('target_id', '=', targetId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  const rows = await (grantId === null ? all : all.where('id', '=', grantId)).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Ends an administrator's grant for one customer; there is at most one. Returns its id. */
export async function revokeBetween(tx: Tx, adminId: string, targetId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('admin_id', '=', adminId)
    .where('target_id', '=', targetId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A new grant replaces the administrator's older ones, so they act as one customer at a time. */
export async function revokeAllOf(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Newest first, with both email addresses. `sessionIsAlive`: the session it belongs to has not ended. */
export const list = (db: Database, { since, now }: { since: Date; now: Date }) =>
  db
    .selectFrom('impersonation_grant as grant')
    .innerJoin('app_user as admin', 'admin.id', 'grant.admin_id')
    .innerJoin('app_user as target', 'target.id', 'grant.target_id')
    .leftJoin('session', 'session.id', 'grant.session_id')
    .select(['grant.id', 'grant.created_at', 'grant.expires_at', 'grant.revoked_at', 'reason'])
    .select(['admin.email as admin', 'target.email as target'])
    .select((eb) =>
      eb
        .and([
          eb('session.id', 'is not', null),
          eb('session.revoked_at', 'is', null),
          eb('session.expires_at', '>', now),
        ])
        .$castTo<boolean>()
        .as('sessionIsAlive'),
    )
    .where('grant.created_at', '>', since)
    .orderBy('grant.created_at', 'desc')
    .execute();
