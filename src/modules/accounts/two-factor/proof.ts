/**
 * Asks for what a session thief does not have: the password, and a code when the account has a second factor.
 * Required before any change that could lock the owner out. A wrong one is not a 401, because the session
 * itself is valid.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import * as codes from './codes.ts';
import * as users from '#modules/accounts/people/store.ts';

export type Proof = { password: string; code?: string | undefined };

/** Limited like a log-in. Throws `current_password_wrong`. Returns the account as of the password check. */
export async function demandPassword(
  deps: AccountDeps,
  { userId }: Person,
  password: string,
): Promise<users.User> {
  await limits.beforePassword(deps, deps.accountLimits, userId);
  const user = await users.find(deps.db, userId);
  const hash = user?.password_hash ?? null;
  const isRight = await limits.checkPassword(deps, deps.accountLimits, userId, () =>
    deps.passwords.matches(password, hash),
  );
  if (user === undefined || !isRight) throw new DomainError('current_password_wrong');
  await limits.afterRightPassword(deps, deps.accountLimits, userId);
  return user;
}

/**
 * Throws `current_password_wrong`, `code_required`, `code_wrong` or `rate_limited`. Checks the code without
 * consuming it, so it can be reused if the request fails for another reason. `spendCode` consumes it together
 * with the work.
 */
export async function demand(
  deps: AccountDeps,
  caller: Person,
  { password, code }: Proof,
): Promise<users.User> {
  const user = await demandPassword(deps, caller, password);
  if (user.two_factor_enabled_at === null) return user;
  if (code === undefined) throw new DomainError('code_required');
  await limits.beforeCode(deps, deps.accountLimits, user.id);
  if (!(await codes.isRight(deps.db, deps, user, code))) throw new DomainError('code_wrong');
  await limits.afterRightCode(deps, deps.accountLimits, user.id);
  return user;
}

/**
 * Of two requests with the same code the second is rejected. The caller has locked the user's row and records
 * the returned entries last.
 */
export async function spendCode(
  tx: Tx,
  deps: codes.CodeDeps,
  user: users.User,
  code: string | undefined,
): Promise<audit.AuditEntry[]> {
  if (user.two_factor_enabled_at === null) return [];
  if (code === undefined) throw new DomainError('code_required');
  const accepted = await codes.accept(tx, deps, user, code);
  if (accepted === null) throw new DomainError('code_wrong');
  return accepted.auditEntries;
}
