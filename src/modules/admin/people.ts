/**
 * What an operator does to accounts from the terminal. Administrators have accounts of their own, choose their password by a link, and
 * have no right before their second factor is on; there is no first password that somebody could forget to change.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as twoFactor from '#modules/accounts/two-factor/service.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import * as store from './people-store.ts';

export type NewAdministrator = { email: string; firstName: string; lastName: string };

/**
 * Sends the link to choose a password. Asked again before it was used, it sends a new one: `isNew` is false then.
 * Throws `invalid_request` for an address that has an account already.
 */
export const createAdministrator = (deps: AccountDeps, wanted: NewAdministrator): Promise<{ isNew: boolean }> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const email = normaliseEmail(wanted.email);
    const name = { first_name: wanted.firstName, last_name: wanted.lastName };
    const unknown = { user_name: '', phone: '', address: '', city: '', country: '', password_hash: null };
    const id = freshId('usr');
    const isNew = await users.insert(tx, { id, email, ...name, ...unknown }, now);
    if (isNew) await store.makeStaff(tx, id, 'owner');
    const user = await users.lockByEmail(tx, email);
    if (user === undefined) throw new DomainError('busy');
    if (user.role !== 'owner' || user.password_hash !== null)
      throw new DomainError('invalid_request', `${email} has an account already. An administrator needs an address of their own`);
    await links.send(tx, deps, user, 'set_password');
    await record(tx, deps, 'administrator_created', user.id);
    return { isNew };
  });

/** Answers how many sessions ended. */
export const endSessions = (deps: AccountDeps, email: string): Promise<number> =>
  withPerson(deps, email, async (tx, user) => {
    const ended = await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', deps.clock.now());
    await record(tx, deps, 'sessions_ended', user.id, { ended });
    return ended;
  });

/** Nobody logs in, and everybody who is logged in is out. */
export const disable = (deps: AccountDeps, email: string): Promise<void> =>
  withPerson(deps, email, async (tx, user) => {
    const now = deps.clock.now();
    await store.setDisabled(tx, user.id, now);
    await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', now);
    await record(tx, deps, 'account_disabled', user.id);
  });

export const enable = (deps: AccountDeps, email: string): Promise<void> =>
  withPerson(deps, email, async (tx, user) => {
    await store.setDisabled(tx, user.id, null);
    await record(tx, deps, 'account_enabled', user.id);
  });

/** For somebody who lost the app and the recovery codes. Every session ends; the owner is told by email. */
export const resetTwoFactor = (deps: AccountDeps, email: string): Promise<void> =>
  withPerson(deps, email, async (tx, user) => {
    if (user.two_factor_enabled_at === null) throw new DomainError('invalid_request', `Two-factor log-in of ${user.email} is not on`);
    await twoFactor.takeOff(tx, deps, user);
    await sessions.revokeAll(tx, user.id, null, 'ended_by_admin', deps.clock.now());
    await record(tx, deps, 'two_factor_reset', user.id);
  });

const withPerson = <T>({ db }: AccountDeps, email: string, work: (tx: Tx, user: users.User) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const user = await users.lockByEmail(tx, normaliseEmail(email));
    if (user === undefined) throw new DomainError('invalid_request', `There is no account ${email}`);
    return work(tx, user);
  });

/** The shop itself did it: who sat at the terminal is known to the machine, not to us. */
const record = (tx: Tx, deps: AccountDeps, action: string, userId: string, detail: { ended?: number } = {}): Promise<void> =>
  audit.record(tx, deps, { actorId: null, effectiveId: userId, action, object: userId, detail });
