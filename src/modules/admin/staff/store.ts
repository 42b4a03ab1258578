/** SQL for staff members. */
import type { Selectable } from 'kysely';
import type { AppUser } from '#db/types.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import type { Database, Tx } from '#platform/database.ts';

export type Member = Selectable<AppUser> & { role: StaffRole };
export type MemberRow = Member & {
  sessions: number;
  last_seen_at: Date | null;
  invitation_ends_at: Date | null;
};

/**
 * Includes active sessions and open invitations. Members with ended access come last. `id`: only this member.
 */
export async function read(db: Database | Tx, now: Date, id: string | null = null): Promise<MemberRow[]> {
  const all = db
    .selectFrom('app_user')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('session')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('session.user_id', '=', 'app_user.id')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .as('sessions'),
      eb
        .selectFrom('session')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .whereRef('session.user_id', '=', 'app_user.id')
        .as('last_seen_at'),
      eb
        .selectFrom('one_time_token')
        .select('expires_at')
        .whereRef('one_time_token.user_id', '=', 'app_user.id')
        .where('purpose', '=', 'set_password')
        .where('used_at', 'is', null)
        .where('voided_at', 'is', null)
        .where('expires_at', '>', now)
        .as('invitation_ends_at'),
    ])
    .where('role', '<>', 'customer')
    .where('deleted_at', 'is', null);
  const rows = await (id === null ? all : all.where('app_user.id', '=', id))
    .orderBy((eb) => eb('disabled_at', 'is not', null))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('app_user.id')
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as StaffRole, sessions: Number(row.sessions ?? 0) }));
}

/**
 * Locks these members and every owner in one order, so that two owners who end each other's access run one
 * after the other.
 */
export const lockWithOwners = (tx: Tx, ids: string[]): Promise<Selectable<AppUser>[]> =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .where((eb) => eb.or([eb('id', 'in', ids), eb('role', '=', 'owner')]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function changeRole(tx: Tx, id: string, role: StaffRole, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({ role, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Enables access again and invalidates the old password. */
export async function restoreAccess(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: null, password_changed_at: null, disabled_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Returns whether an address was ever used for a purchase, with an account or as a guest. */
export async function hasBought(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('shop_order')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
