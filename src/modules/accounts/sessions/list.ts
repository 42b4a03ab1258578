/**
 * Lists a user's sessions and support grants, and lets the user end each of them. Those of other users are
 * treated as missing.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/accounts.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as store from './store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Nothing = Record<string, never>;

/** Support grants come first: a user who did not ask for one must notice it. */
export async function list(
  { db, clock, callbacks }: AccountDeps,
  caller: Person,
): Promise<Handled<typeof contract.listSessions>> {
  const [support, sessions] = await Promise.all([
    callbacks.supportOf(db, caller.userId),
    store.listAlive(db, caller.userId, clock.now()),
  ]);
  return [
    ...support.map(({ id, reason, createdAt, expiresAt }) => ({
      kind: 'support' as const,
      id,
      reason,
      createdAt: createdAt.toISOString(),
      endsAt: expiresAt.toISOString(),
    })),
    ...sessions.map((session) => ({
      kind: 'own' as const,
      id: session.id,
      device: session.device,
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
      current: session.id === caller.sessionId,
    })),
  ];
}

/** Takes effect immediately, for a session and for a support grant. */
export const end = ({ db, ...deps }: AccountDeps, caller: Person, id: string): Promise<Nothing> =>
  db.transaction().execute(async (tx) => {
    const auditEntries = id.startsWith('gra_')
      ? await deps.callbacks.endSupport(tx, caller.userId, id)
      : await endOne(tx, deps, caller, id);
    if (auditEntries.length === 0) throw new DomainError('not_found');
    await audit.record(tx, deps, ...auditEntries);
    return {};
  });

async function endOne(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  caller: Person,
  sessionId: string,
): Promise<audit.AuditEntry[]> {
  const session = await store.lock(tx, sessionId);
  if (session === undefined || session.user_id !== caller.userId || session.revoked_at !== null) return [];
  await store.revoke(tx, sessionId, 'ended_by_user', clock.now());
  return [{ actorId: caller.userId, action: 'session_ended', object: sessionId }];
}

export const endOthers = ({ db, ...deps }: AccountDeps, caller: Person): Promise<Nothing> =>
  db.transaction().execute(async (tx) => {
    const { userId } = caller;
    await users.lock(tx, userId);
    const ended = await store.revokeAll(tx, userId, caller.sessionId, 'ended_by_user', deps.clock.now());
    const auditEntries = await deps.callbacks.endSupport(tx, userId, null);
    if (ended > 0)
      auditEntries.push({
        actorId: userId,
        action: 'other_sessions_ended',
        object: userId,
        detail: { ended },
      });
    if (auditEntries.length > 0) await audit.record(tx, deps, ...auditEntries);
    return {};
  });
