/** SQL for the leave to act as a customer. A grant is never changed but ended; its row stays for the records. */
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

/** The newest leave of this administrator for this customer, ended or not. One statement: every request of an acting administrator asks it. */
export async function findNewest(db: Database, adminId: string, targetId: string): Promise<Grant | undefined> {
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

/** Answers the administrator whose leave it was, or null when it has ended before. */
export async function revoke(tx: Tx, id: string, now: Date): Promise<{ adminId: string; targetId: string } | null> {
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

/** Those of a customer that can be used right now: with the log-in that one belongs to it ends, too. */
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

/** Ends one leave for a customer, or all. Answers which. */
export async function revokeFor(tx: Tx, targetId: string, grantId: string | null, now: Date): Promise<string[]> {
  const all = tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('target_id', '=', targetId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  const rows = await (grantId === null ? all : all.where('id', '=', grantId)).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** What one administrator has for one customer: at most one. Answers its id. */
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

/** A newer leave takes the place of the older ones of this administrator: nobody acts as two customers at once. */
export async function revokeAllOf(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx
    .updateTable('impersonation_grant')
    .set({ revoked_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Newest first, with the addresses of both. `sessionIsAlive`: the log-in that it belongs to has not ended. */
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
        .and([eb('session.id', 'is not', null), eb('session.revoked_at', 'is', null), eb('session.expires_at', '>', now)])
        .$castTo<boolean>()
        .as('sessionIsAlive'),
    )
    .where('grant.created_at', '>', since)
    .orderBy('grant.created_at', 'desc')
    .execute();
