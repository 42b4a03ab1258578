/**
 * SQL for sessions. A row is a log-in on one device; its refresh token is computed from the row and never
 * stored.
 */
import type { Role } from '#kernel/permissions.ts';
import type { Selectable } from 'kysely';
import type { Session } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';

export type SessionRow = Selectable<Session>;
export type RevokeReason = NonNullable<SessionRow['revoke_reason']>;
export type NewSession = Pick<
  SessionRow,
  'id' | 'user_id' | 'device' | 'ip' | 'expires_at' | 'ends_at' | 'second_factor_at' | 'fresh_factor_at'
>;

/** A session with the part of its user that every request needs. */
export type SessionWithUser = {
  sessionId: string;
  firstGeneration: number;
  expiresAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
  userId: string;
  email: string;
  role: Role;
  disabledAt: Date | null;
  deletedAt: Date | null;
  /** When the user turned on the second factor; null if it is off. */
  secondFactorAt: Date | null;
  /** When this session gave a second-factor code. */
  codeGivenAt: Date | null;
  /** When this session last gave an app code; recovery codes do not count. */
  freshFactorAt: Date | null;
};

export async function insert(tx: Tx, session: NewSession, now: Date): Promise<void> {
  await tx
    .insertInto('session')
    .values({ ...session, rotated_at: now, created_at: now, last_used_at: now })
    .execute();
}

/** One statement, because every customer request runs it. */
export async function findWithUser(db: Database, id: string): Promise<SessionWithUser | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as sessionId',
      'session.first_generation as firstGeneration',
      'session.expires_at as expiresAt',
      'session.ends_at as endsAt',
      'session.revoked_at as revokedAt',
      'session.second_factor_at as codeGivenAt',
      'session.fresh_factor_at as freshFactorAt',
      'app_user.id as userId',
      'app_user.email as email',
      'app_user.role as role',
      'app_user.disabled_at as disabledAt',
      'app_user.deleted_at as deletedAt',
      'app_user.two_factor_enabled_at as secondFactorAt',
    ])
    .where('session.id', '=', id)
    .executeTakeFirst();
}

/** Locks the session until the transaction ends, which serializes two tabs that refresh at the same time. */
export const lock = (tx: Tx, id: string): Promise<SessionRow | undefined> =>
  tx.selectFrom('session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function rotate(
  tx: Tx,
  id: string,
  generation: number,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ generation, rotated_at: now, last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

/** Moves to the next generation and invalidates all earlier ones. Undefined when the session has ended. */
export const invalidateTokens = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ generation: number } | undefined> =>
  tx
    .updateTable('session')
    .set((eb) => ({
      generation: eb('generation', '+', 1),
      first_generation: eb('generation', '+', 1),
      rotated_at: now,
      last_used_at: now,
    }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('generation')
    .executeTakeFirst();

/** Records an app code: it unlocks the session for staff and counts as fresh for a while. */
export async function markCodeGiven(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ second_factor_at: now, fresh_factor_at: now })
    .where('id', '=', id)
    .execute();
}

/** Returns the user ID of the session, or null when it had already ended. */
export async function revoke(tx: Tx, id: string, reason: RevokeReason, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Ends every session of a user except one, in ID order to avoid deadlocks. Returns the number of ended
 * sessions.
 */
export async function revokeAll(
  tx: Tx,
  userId: string,
  keep: string | null,
  reason: RevokeReason,
  now: Date,
): Promise<number> {
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', '<>', keep ?? '')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.length === 0) return 0;
  const ids = open.map(({ id }) => id);
  await tx
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('id', 'in', ids)
    .execute();
  return ids.length;
}

export const listAlive = (db: Database | Tx, userId: string, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
