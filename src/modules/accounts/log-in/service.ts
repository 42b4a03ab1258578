/**
 * Logging in with a password. An address that nobody has costs the same statements and the same hash as a wrong password, and gets the
 * same answer, and so does an account whose address nobody has confirmed: whoever registered it knows its password, and would learn whether the
 * address had an account before.
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
import { mayLogIn, normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as sessions from '#modules/accounts/sessions/service.ts';
import * as codes from '#modules/accounts/two-factor/codes.ts';
import * as users from '#modules/accounts/people/store.ts';

type Credentials = Received<typeof contract.login>['body'];

/**
 * Throws `login_failed`, `two_factor_required`, `two_factor_wrong`, `rate_limited`, or `busy` when too many passwords wait.
 */
export async function logIn(deps: AccountDeps, { email, password, code }: Credentials): Promise<Handled<typeof contract.login>> {
  const address = normaliseEmail(email);
  deps.passwords.demandPlace();
  await demandRoom(deps, address);
  const user = await users.findByEmail(deps.db, address);
  const hash = user?.password_hash ?? null;
  const isRight = await limits.checkPassword(deps, deps.accountLimits, address, () => deps.passwords.matches(password, hash));
  if (user === undefined || hash === null || !isRight || !isOpen(user)) return refuse(deps, user ?? null, 'failed');
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
 * The same rows whatever was wrong. The email to an address that is not confirmed goes out silently: everybody else's request is one
 * of nobody, which its job throws away.
 */
async function refuse(deps: AccountDeps, user: users.User | null, outcome: 'failed' | 'unconfirmed'): Promise<never> {
  deps.metrics?.loggedIn(outcome);
  deps.log.info({ user: user?.id ?? null }, 'log-in failed');
  const email = outcome === 'unconfirmed' && user !== null ? user.email : registration.nobody;
  await deps.db.transaction().execute(async (tx) => {
    await registration.ask(tx, deps, { kind: 'resend_confirmation', email });
    await audit.record(tx, deps, failure(user?.id ?? null, 'password'));
  });
  throw new DomainError('login_failed');
}

/** Whoever is told to wait is noted, once in a while. */
async function demandRoom(deps: AccountDeps, address: string): Promise<void> {
  try {
    await limits.beforePassword(deps, deps.accountLimits, address);
  } catch (error) {
    if (error instanceof RateLimited && (await limits.isWorthNoting(deps, 'log_in_locked', address)))
      await record(deps, { ...failure((await users.findByEmail(deps.db, address))?.id ?? null, 'password'), action: 'log_in_locked' });
    throw error;
  }
}

/** The same row for an account and for none: writing it must not tell which it was. */
const failure = (userId: string | null, factor: 'password' | 'second factor'): audit.AuditEntry => ({
  actorId: null,
  effectiveId: userId,
  action: 'log_in_failed',
  object: userId ?? 'unknown',
  detail: { factor },
});

const record = (deps: AccountDeps, auditEntry: audit.AuditEntry): Promise<void> =>
  deps.db.transaction().execute((tx) => audit.record(tx, deps, auditEntry));

const isOpen = (user: users.User): boolean => mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at });

/** An account with a second factor is not opened by a password alone. */
async function demandCode(deps: AccountDeps, user: users.User, code: string | null): Promise<void> {
  if (user.two_factor_enabled_at === null) return;
  if (code !== null) return limits.beforeCode(deps, deps.accountLimits, user.id);
  deps.metrics?.loggedIn('second_factor');
  throw new DomainError('two_factor_required');
}

const byPassword = { factor: 'password', auditEntries: [] } as const;

/**
 * The account may have changed while the password was hashed: a new password and a closed account win.
 * Null when the second factor is wrong: a code that was tried must stay counted, so nothing is rolled back.
 */
async function openSession(tx: Tx, deps: AccountDeps, seen: users.User, code: string | null): Promise<sessions.Tokens | null> {
  const user = await users.lock(tx, seen.id);
  const isSame = user?.password_changed_at?.getTime() === seen.password_changed_at?.getTime();
  if (user === undefined || !isSame || !isOpen(user)) throw new DomainError('login_failed');
  const accepted = user.two_factor_enabled_at === null ? byPassword : code === null ? null : await codes.accept(tx, deps, user, code);
  if (accepted === null) return null;
  const { factor, auditEntries } = accepted;
  const tokens = await sessions.open(tx, deps, user.id, factor);
  const attached = await deps.callbacks.ownerIsHere(tx, { userId: user.id, email: user.email });
  await audit.record(tx, deps, ...auditEntries, ...attached, { actorId: user.id, action: 'log_in', object: user.id, detail: { factor } });
  return tokens;
}

/** A hash made with another effort is replaced while the password is at hand. Where that fails, the next log-in tries again. */
async function refreshStoredHash({ db, passwords, log }: AccountDeps, userId: string, password: string, hash: string): Promise<void> {
  if (!passwords.isOutdated(hash)) return;
  try {
    await users.replaceHash(db, userId, hash, await passwords.hash(password));
  } catch (error) {
    log.warn({ err: error }, 'a password hash could not be renewed');
  }
}
