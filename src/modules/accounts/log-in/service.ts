/**
 * Logs in with a password. An unknown address costs the same statements and hash as a wrong password, and
 * gets the same response. An unconfirmed account does too: its password may come from a stranger, who would
 * learn whether the address already had an account.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/accounts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import * as registration from '#modules/accounts/registration/service.ts';
import { mayLogIn, normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as sessions from '#modules/accounts/sessions/service.ts';
import * as codes from '#modules/accounts/two-factor/codes.ts';
import * as users from '#modules/accounts/people/store.ts';

type Credentials = Received<typeof contract.login>['body'];

/**
 * Throws `login_failed`, `two_factor_required`, `two_factor_wrong`, `rate_limited`, or `busy` when too many
 * hashes are queued.
 */
export async function logIn(
  deps: AccountDeps,
  { email, password, code }: Credentials,
): Promise<Handled<typeof contract.login>> {
  const address = normalizeEmail(email);
  deps.passwords.demandPlace();
  await requireLogInQuota(deps, address);
  const user = await users.findByEmail(deps.db, address);
  const hash = user?.password_hash ?? null;
  const isRight = await limits.checkPassword(deps, deps.accountLimits, address, () =>
    deps.passwords.matches(password, hash),
  );
  if (user === undefined || hash === null || !isRight || !isOpen(user))
    return refuse(deps, user ?? null, 'failed');
  if (user.email_confirmed_at === null) return refuse(deps, user, 'unconfirmed');
  await limits.afterRightPassword(deps, deps.accountLimits, address);
  await demandCode(deps, user, code ?? null);
  const tokens = await deps.db.transaction().execute((tx) => openSession(tx, deps, user, code ?? null));
  if (tokens === null) {
    deps.metrics?.loggedIn('second_factor');
    await record(deps, failure(user.id, 'second factor'));
    throw new DomainError('two_factor_wrong');
  }
  deps.metrics?.loggedIn('success');
  if (user.two_factor_enabled_at !== null) await limits.afterRightCode(deps, deps.accountLimits, user.id);
  await refreshStoredHash(deps, user.id, password, hash);
  return { data: tokens };
}

/**
 * Writes the same rows for every kind of failure. An unconfirmed address is emailed silently; in every other
 * case the request has no address and its job discards it.
 */
async function refuse(
  deps: AccountDeps,
  user: users.User | null,
  outcome: 'failed' | 'unconfirmed',
): Promise<never> {
  deps.metrics?.loggedIn(outcome);
  deps.log.info({ user: user?.id ?? null }, 'log-in failed');
  const email = outcome === 'unconfirmed' && user !== null ? user.email : registration.noRecipient;
  await deps.db.transaction().execute(async (tx) => {
    await registration.sendConfirmation(tx, deps, { kind: 'resend_confirmation', email });
    await audit.record(tx, deps, failure(user?.id ?? null, 'password'));
  });
  throw new DomainError('login_failed');
}

/** Records a rate-limited log-in, at most once per interval. */
async function requireLogInQuota(deps: AccountDeps, address: string): Promise<void> {
  try {
    await limits.beforePassword(deps, deps.accountLimits, address);
  } catch (error) {
    if (error instanceof RateLimited && (await limits.isWorthNoting(deps, 'log_in_locked', address)))
      await record(deps, {
        ...failure((await users.findByEmail(deps.db, address))?.id ?? null, 'password'),
        action: 'log_in_locked',
      });
    throw error;
  }
}

/** The same row with and without an account, so that writing it does not reveal which it was. */
const failure = (userId: string | null, factor: 'password' | 'second factor'): audit.AuditEntry => ({
  actorId: null,
  effectiveId: userId,
  action: 'log_in_failed',
  object: userId ?? 'unknown',
  detail: { factor },
});

const record = (deps: AccountDeps, auditEntry: audit.AuditEntry): Promise<void> =>
  deps.db.transaction().execute((tx) => audit.record(tx, deps, auditEntry));

const isOpen = (user: users.User): boolean =>
  mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at });

/** Requires a code when the account has a second factor. */
async function demandCode(deps: AccountDeps, user: users.User, code: string | null): Promise<void> {
  if (user.two_factor_enabled_at === null) return;
  if (code !== null) return limits.beforeCode(deps, deps.accountLimits, user.id);
  deps.metrics?.loggedIn('second_factor');
  throw new DomainError('two_factor_required');
}

const byPassword = { factor: 'password', auditEntries: [] } as const;

/**
 * The account may have changed while the password was hashed: a new password or a closed account wins.
 * Returns null when the second factor is wrong, without rolling back, so that the attempt stays counted.
 */
async function openSession(
  tx: Tx,
  deps: AccountDeps,
  seen: users.User,
  code: string | null,
): Promise<sessions.Tokens | null> {
  const user = await users.lock(tx, seen.id);
  const isSame = user?.password_changed_at?.getTime() === seen.password_changed_at?.getTime();
  if (user === undefined || !isSame || !isOpen(user)) throw new DomainError('login_failed');
  const accepted =
    user.two_factor_enabled_at === null
      ? byPassword
      : code === null
        ? null
        : await codes.accept(tx, deps, user, code);
  if (accepted === null) return null;
  const { factor, auditEntries } = accepted;
  const tokens = await sessions.open(tx, deps, user.id, factor);
  const attached = await deps.callbacks.ownerIsHere(tx, { userId: user.id, email: user.email });
  await audit.record(tx, deps, ...auditEntries, ...attached, {
    actorId: user.id,
    action: 'log_in',
    object: user.id,
    detail: { factor },
  });
  return tokens;
}

/**
 * Replaces a hash of outdated cost while the password is available. If that fails, the next log-in retries.
 */
async function refreshStoredHash(
  { db, passwords, log }: AccountDeps,
  userId: string,
  password: string,
  hash: string,
): Promise<void> {
  if (!passwords.isOutdated(hash)) return;
  try {
    await users.replaceHash(db, userId, hash, await passwords.hash(password));
  } catch (error) {
    log.warn({ err: error }, 'a password could not be rehashed');
  }
}
