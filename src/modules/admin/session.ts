/** The current console user, and the fresh two-factor code required before sensitive actions. */
import type * as contract from '#contract/admin/session.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { isStaff, permissionsOf, refundLimitOf } from '#kernel/permissions.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import { freshUntil } from '#modules/accounts/sessions/rules.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as codes from '#modules/accounts/two-factor/codes.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Person } from '#platform/mount.ts';

/** Throws `token_expired` if the account was disabled or deleted in the meantime. */
export async function readStaffPerson(
  { db, clock, settings }: AccountDeps,
  caller: Person,
): Promise<Handled<typeof contract.readStaffPerson>> {
  const [user, session] = await Promise.all([
    users.find(db, caller.userId),
    sessions.findWithUser(db, caller.sessionId),
  ]);
  if (user === undefined || !isStaff(user.role)) throw new DomainError('token_expired');
  const fresh = freshUntil(session?.freshFactorAt ?? null);
  const limitCents = refundLimitOf(user.role, settings.current().support);
  return {
    id: user.id,
    firstName: user.first_name,
    email: user.email,
    role: user.role,
    permissions: permissionsOf(user.role),
    freshUntil: fresh === null || fresh <= clock.now() ? null : fresh.toISOString(),
    refundLimit: limitCents === null ? null : limitCents / 100,
  };
}

/**
 * Throws `code_wrong` or `rate_limited`. Recovery codes are rejected: a printed code does not prove presence.
 */
export async function giveFreshFactor(
  deps: AccountDeps,
  caller: Person,
  code: string,
): Promise<Handled<typeof contract.giveFreshFactor>> {
  await limits.beforeCode(deps, deps.accountLimits, caller.userId);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const user = await users.lock(tx, caller.userId);
    if (user === undefined || !(await codes.acceptFromApp(tx, deps, user, code)))
      throw new DomainError('code_wrong');
    await sessions.markCodeGiven(tx, caller.sessionId, now);
    await audit.record(tx, deps, {
      actorId: user.id,
      action: 'fresh_factor_given',
      object: caller.sessionId,
    });
  });
  await limits.afterRightCode(deps, deps.accountLimits, caller.userId);
  return { freshUntil: (freshUntil(now) ?? now).toISOString() };
}
