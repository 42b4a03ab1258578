/**
 * Account operations from the terminal. Administrators have separate accounts, choose their password through
 * a link, and have no permissions before two-factor login is on. There is no initial password that could stay
 * unchanged.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as twoFactor from '#modules/accounts/two-factor/service.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from './people-store.ts';

type TimedDeps = Pick<Deps, 'clock' | 'machineClock' | 'keys'>;

export type NewAdministrator = { email: string; firstName: string; lastName: string };

/**
 * Sends the link to choose a password. If the previous link was not used yet, sends a new one and returns
 * `isNew: false`. Throws `invalid_request` for an address that already has an account.
 */
export const createAdministrator = (
  deps: AccountDeps,
  person: NewAdministrator,
): Promise<{ isNew: boolean }> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const email = normalizeEmail(person.email);
    const name = { first_name: person.firstName, last_name: person.lastName };
    const unknown = { user_name: '', phone: '', address: '', city: '', country: '', password_hash: null };
    const id = freshId('usr');
    const isNew = await users.insert(tx, { id, email, ...name, ...unknown }, now);
    if (isNew) await store.makeStaff(tx, id, 'owner');
    const user = await users.lockByEmail(tx, email);
    if (user === undefined) throw new DomainError('busy');
    if (user.role !== 'owner' || user.password_hash !== null)
      throw new DomainError(
        'invalid_request',
        `${email} already has an account. Use another address for the administrator`,
      );
    await links.invite(tx, deps, user);
    await record(tx, deps, email, 'administrator_created', user.id);
    return { isNew };
  });

/**
 * An address from the terminal, where the operator is not identified, or a customer chosen by a staff member.
 */
export type Whom = string | CustomerByStaff;
export type CustomerByStaff = { customerId: string; actorId: string };

/** Returns the number of sessions ended. */
export const endSessions = (deps: AccountDeps, whom: Whom): Promise<number> =>
  withPerson(deps, whom, async (tx, user) => {
    const ended = await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', deps.clock.now());
    await record(tx, deps, whom, 'sessions_ended', user.id, { detail: { ended } });
    return ended;
  });

/** Ends one session, as its owner could. Throws `not_found` if it has ended or belongs to another user. */
export const endSession = (deps: AccountDeps, whom: Whom, sessionId: string): Promise<void> =>
  withPerson(deps, whom, async (tx, user) => {
    const session = await sessions.lock(tx, sessionId);
    if (session?.user_id !== user.id || session.revoked_at !== null) throw new DomainError('not_found');
    await sessions.revoke(tx, sessionId, 'ended_by_admin', deps.clock.now());
    await record(tx, deps, whom, 'session_ended', user.id, { detail: { session: sessionId } });
  });

/** Disables the account and ends its sessions. */
export const disable = (deps: AccountDeps, whom: Whom): Promise<void> =>
  withPerson(deps, whom, (tx, user) => removeAccess(tx, deps, whom, user));

/**
 * Same as `disable`, in the given transaction; does nothing if the account is already disabled. Throws
 * `not_found`.
 */
export async function disableCustomerIn(tx: Tx, deps: TimedDeps, whom: CustomerByStaff): Promise<void> {
  const user = await lockCustomer(tx, whom);
  // Sessions use the machine clock.
  if (user.disabled_at === null)
    await removeAccess(tx, { ...deps, clock: deps.machineClock ?? deps.clock }, whom, user);
}

async function removeAccess(tx: Tx, deps: TimedDeps, whom: Whom, user: users.User): Promise<void> {
  const now = deps.clock.now();
  await store.setDisabled(tx, user.id, now);
  await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', now);
  await record(tx, deps, whom, 'account_disabled', user.id, {
    before: { isDisabled: user.disabled_at !== null },
    after: { isDisabled: true },
  });
}

export const enable = (deps: AccountDeps, whom: Whom): Promise<void> =>
  withPerson(deps, whom, async (tx, user) => {
    await store.setDisabled(tx, user.id, null);
    await record(tx, deps, whom, 'account_enabled', user.id, {
      before: { isDisabled: user.disabled_at !== null },
      after: { isDisabled: false },
    });
  });

/**
 * For a user who lost both the app and the recovery codes. Ends every session and notifies the owner by
 * email.
 */
export const resetTwoFactor = (deps: AccountDeps, whom: Whom): Promise<void> =>
  withPerson(deps, whom, async (tx, user) => {
    if (user.two_factor_enabled_at === null)
      throw new DomainError('invalid_request', `Two-factor log-in of ${user.email} is not on`);
    await twoFactor.removeSecondFactor(tx, deps, user);
    await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', deps.clock.now());
    await record(tx, deps, whom, 'two_factor_reset', user.id, {
      before: { twoFactor: true },
      after: { twoFactor: false },
    });
  });

/** Staff callers only find customers; staff accounts are managed elsewhere. Throws `not_found` otherwise. */
const withPerson = <T>(
  { db }: AccountDeps,
  whom: Whom,
  work: (tx: Tx, user: users.User) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    if (typeof whom !== 'string') return work(tx, await lockCustomer(tx, whom));
    const user = await users.lockByEmail(tx, normalizeEmail(whom));
    if (user === undefined) throw new DomainError('invalid_request', `There is no account ${whom}`);
    return work(tx, user);
  });

async function lockCustomer(tx: Tx, { customerId }: CustomerByStaff): Promise<users.User> {
  const customer = await users.lock(tx, customerId);
  if (customer?.role !== 'customer' || customer.deleted_at !== null) throw new DomainError('not_found');
  return customer;
}

type Change = Pick<audit.AuditEntry, 'detail' | 'before' | 'after'>;

const record = (
  tx: Tx,
  deps: TimedDeps,
  whom: Whom,
  action: string,
  userId: string,
  change: Change = {},
): Promise<void> => {
  const actorId = typeof whom === 'string' ? null : whom.actorId;
  return audit.record(tx, deps, {
    ...audit.byStaff(actorId),
    effectiveId: userId,
    action,
    object: userId,
    ...change,
  });
};
