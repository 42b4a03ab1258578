/**
 * Handles the emailed links: confirm an address, reset a forgotten password, set the first password of an
 * account.
 */
import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/accounts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { sha256 } from '#platform/keys.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import { assertGoodPassword } from '#modules/accounts/people/password-rules.ts';
import * as sessions from '#modules/accounts/sessions/service.ts';
import * as sessionStore from '#modules/accounts/sessions/store.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Nothing = Record<string, never>;

/**
 * Confirms an address. A repeated click also succeeds: users click twice, and so do mail scanners. A page
 * that confirms as soon as it opens sends `browserMark`. It succeeds only if the mark matches the
 * registration, because mail scanners run scripts too (decision 0013). Throws `link_invalid`,
 * `confirmation_needs_press`.
 */
export async function confirmEmail(
  deps: AccountDeps,
  { confirmToken: token, browserMark }: Received<typeof contract.confirmEmail>['body'],
): Promise<Nothing> {
  const found = await tokens.find(deps.db, sha256(token), 'confirm_email');
  if (found !== undefined && (await isConfirmed(deps, found.user_id))) return {};
  try {
    await deps.db.transaction().execute(async (tx) => {
      const user = await links.use(tx, token, 'confirm_email', deps.clock.now());
      if (browserMark !== undefined) assertRegisteredHere(user, browserMark);
      const attached = await markConfirmed(tx, deps, user);
      await audit.record(tx, deps, ...attached, {
        actorId: user.id,
        action: 'email_confirmed',
        object: user.id,
      });
    });
  } catch (error) {
    // A concurrent click may have been first.
    if (found === undefined || !(await isConfirmed(deps, found.user_id))) throw error;
  }
  return {};
}

/** Runs inside the transaction, so a rejection leaves the link unused. */
function assertRegisteredHere({ registration_mark: mark }: users.User, browserMark: string): void {
  if (mark === null || !timingSafeEqual(mark, sha256(browserMark)))
    throw new DomainError('confirmation_needs_press');
}

async function isConfirmed({ db }: AccountDeps, userId: string): Promise<boolean> {
  const user = await users.find(db, userId);
  return (
    user !== undefined &&
    user.email_confirmed_at !== null &&
    user.deleted_at === null &&
    user.disabled_at === null
  );
}

async function markConfirmed(tx: Tx, deps: AccountDeps, user: users.User): Promise<audit.AuditEntry[]> {
  if (user.email_confirmed_at !== null) return [];
  await users.confirmEmail(tx, user.id, deps.clock.now());
  return deps.callbacks.ownerIsHere(tx, { userId: user.id, email: user.email });
}

/**
 * Ends every session, notifies the owner by email, and does not log in. Throws `link_invalid` or the error of
 * the password.
 */
export async function resetPassword(
  deps: AccountDeps,
  { password, resetToken }: Received<typeof contract.resetPassword>['body'],
): Promise<Nothing> {
  const now = deps.clock.now();
  const { email } = await links.demand(deps.db, resetToken, 'reset_password', now);
  await assertGoodPassword(password, email);
  const hash = await deps.passwords.hash(password);
  await deps.db.transaction().execute(async (tx) => {
    const user = await links.use(tx, resetToken, 'reset_password', now);
    const attached = await storePassword(tx, deps, user, hash);
    const ended = await sessionStore.revokeAll(tx, user.id, null, 'password_reset', now);
    await links.write(tx, deps, user, 'password_changed');
    const detail = { sessionsEnded: ended };
    await audit.record(tx, deps, ...attached, {
      actorId: user.id,
      action: 'password_reset',
      object: user.id,
      detail,
    });
  });
  return {};
}

/**
 * Sets the first password of an account created by a purchase or an administrator, and logs the user in. The
 * link is void once the account is in use. Throws `link_invalid` or the error of the password.
 */
export async function setPassword(
  deps: AccountDeps,
  { password, confirmToken }: Received<typeof contract.setPassword>['body'],
): Promise<Handled<typeof contract.setPassword>> {
  const now = deps.clock.now();
  const { email } = await links.demand(deps.db, confirmToken, 'set_password', now);
  await assertGoodPassword(password, email);
  const hash = await deps.passwords.hash(password);
  const opened = await deps.db.transaction().execute(async (tx) => {
    const user = await links.use(tx, confirmToken, 'set_password', now);
    if (user.email_confirmed_at !== null && user.password_hash !== null)
      throw new DomainError('link_invalid');
    const attached = await storePassword(tx, deps, user, hash);
    const session = await sessions.open(tx, deps, user.id);
    const auditEntries: audit.AuditEntry[] = [
      ...attached,
      { actorId: user.id, action: 'password_set', object: user.id },
      { actorId: user.id, action: 'log_in', object: user.id, detail: { factor: 'link' } },
    ];
    await audit.record(tx, deps, ...auditEntries);
    return session;
  });
  return { data: opened };
}

/** The link proves access to the mailbox, so this confirms the address and voids every other link. */
async function storePassword(
  tx: Tx,
  deps: AccountDeps,
  user: users.User,
  hash: string,
): Promise<audit.AuditEntry[]> {
  const now = deps.clock.now();
  await users.setPassword(tx, user.id, hash, now);
  await tokens.voidAll(tx, user.id, ['confirm_email', 'reset_password', 'set_password'], now);
  return markConfirmed(tx, deps, user);
}
