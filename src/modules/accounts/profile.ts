/** What a person sees and changes of their own account. */
import { DomainError } from '#kernel/errors.ts';
import { zero } from '#kernel/money.ts';
import type * as contract from '#contract/accounts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from './deps.ts';
import * as limits from './limits.ts';
import * as links from './links.ts';
import { assertGoodPassword } from './password-rules.ts';
import * as sessions from './session-store.ts';
import * as tokens from './token-store.ts';
import * as users from './user-store.ts';

type Nothing = Record<string, never>;

export async function readMe({ db, neighbours }: AccountDeps, { userId }: Person): Promise<Handled<typeof contract.me>> {
  const [user, orders, cart] = await Promise.all([
    users.find(db, userId),
    neighbours.ordersOf(db, userId),
    neighbours.pendingCartOf(db, userId),
  ]);
  if (user === undefined) throw new DomainError('token_expired');
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    userName: user.user_name,
    email: user.email,
    phone: user.phone,
    address: user.address,
    city: user.city,
    country: user.country,
    userCredits: { availableCredit: zero, approvedCredit: zero },
    orders,
    factBusinessId: null,
    cart,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
  };
}

/** Own details only: anybody else's id is as good as unknown. Who edits is known from the session, whatever the body claims. */
export async function updateUser(
  { db, ...deps }: AccountDeps,
  caller: Person,
  { id, updateByAdmin: _claimed, ...form }: Received<typeof contract.updateUser>['body'],
): Promise<Nothing> {
  if (id !== caller.userId) throw new DomainError('not_found');
  const { firstName, lastName, phone, address, city, country } = form;
  const details: users.Details = { first_name: firstName, last_name: lastName, phone, address, city, country };
  await db.transaction().execute(async (tx) => {
    const user = await users.lock(tx, id);
    if (user === undefined) throw new DomainError('not_found');
    await users.updateDetails(tx, id, details, deps.clock.now());
    const { first_name, last_name, phone: oldPhone, address: oldAddress, city: oldCity, country: oldCountry } = user;
    const before: users.Details = { first_name, last_name, phone: oldPhone, address: oldAddress, city: oldCity, country: oldCountry };
    await audit.record(tx, deps, { ...by(caller), action: 'details_changed', object: id, before, after: details });
  });
  return {};
}

/** This session stays, every other one ends. Throws `current_password_wrong`, `rate_limited`, or what is wrong with the new one. */
export async function updatePassword(
  deps: AccountDeps,
  caller: Person,
  { oldPassword, newPassword }: Received<typeof contract.updatePassword>['body'],
): Promise<Nothing> {
  const seen = await demandPassword(deps, caller, oldPassword);
  await assertGoodPassword(newPassword, seen.email);
  const hash = await deps.passwords.hash(newPassword);
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await users.lock(tx, caller.userId);
    const isSame = user?.password_changed_at?.getTime() === seen.password_changed_at?.getTime();
    if (user === undefined || !isSame) throw new DomainError('current_password_wrong');
    await users.setPassword(tx, user.id, hash, now);
    await tokens.voidAll(tx, user.id, ['reset_password', 'set_password'], now);
    const ended = await sessions.revokeAll(tx, user.id, caller.sessionId, 'password_change', now);
    await links.write(tx, deps, user, 'password_changed');
    await audit.record(tx, deps, { ...by(caller), action: 'password_changed', object: user.id, detail: { sessionsEnded: ended } });
  });
  return {};
}

/**
 * Asks for the password again before something that a thief of the session must not do. Limited like a log-in.
 * Throws `current_password_wrong`, which is no 401: the session itself is fine. Answers the account as it was when the password was right.
 */
export async function demandPassword(deps: AccountDeps, { userId }: Person, password: string): Promise<users.User> {
  await limits.beforePassword(deps, deps.accountLimits, userId);
  const user = await users.find(deps.db, userId);
  const hash = user?.password_hash ?? null;
  const isRight = await limits.lookAtPassword(deps, deps.accountLimits, userId, () => deps.passwords.matches(password, hash));
  if (user === undefined || !isRight) throw new DomainError('current_password_wrong');
  await limits.afterRightPassword(deps, deps.accountLimits, userId);
  return user;
}

/** Who did it and for whom, for the audit log. */
export const by = (caller: Person): { actorId: string; effectiveId: string } => ({
  actorId: caller.actor?.userId ?? caller.userId,
  effectiveId: caller.userId,
});
