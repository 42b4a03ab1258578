/** Reads and updates the user's own account. */
import { shownEmail } from '#platform/shown-email.ts';
import { DomainError } from '#kernel/errors.ts';
import { emailLanguage } from '#kernel/email-language.ts';
import { isStaff } from '#kernel/permissions.ts';
import { spelledPhone, storedPhone } from '#kernel/phone-numbers.ts';
import { cleanPhone } from '#kernel/phone-text.ts';
import type * as contract from '#contract/accounts.ts';
import type * as staff from '#contract/admin/customers.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import { assertGoodPassword } from '#modules/accounts/people/password-rules.ts';
import * as proofs from '#modules/accounts/two-factor/proof.ts';
import * as sessions from '#modules/accounts/sessions/service.ts';
import * as sessionStore from '#modules/accounts/sessions/store.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Nothing = Record<string, never>;

export async function readMe(
  { db, callbacks }: AccountDeps,
  { userId }: Person,
): Promise<Handled<typeof contract.me>> {
  const [user, orders, cart, userCredits, factBusinessId] = await Promise.all([
    users.find(db, userId),
    callbacks.newestOrdersOf(userId),
    callbacks.pendingCartOf(db, userId),
    callbacks.userCreditsOf(db, userId),
    callbacks.factBusinessOf(db, userId),
  ]);
  if (user === undefined) throw new DomainError('token_expired');
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    userName: user.user_name,
    email: shownEmail(user.email),
    phone: spelledPhone(user.phone),
    address: user.address,
    city: user.city,
    country: user.country,
    language: emailLanguage(user.language),
    userCredits,
    orders: orders.data,
    ordersCursor: orders.nextCursor,
    factBusinessId,
    cart,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    staffRole: isStaff(user.role) ? user.role : null,
  };
}

const detailsOf = ({ first_name, last_name, phone, address, city, country }: users.User): users.Details => ({
  ...{ first_name, last_name, phone, address, city, country },
});

/**
 * Throws `phone_invalid`. Updates only the caller's own account; the ID comes from the session, never from
 * the body.
 */
export async function updateUser(
  { db, ...deps }: AccountDeps,
  caller: Person,
  { id, updateByAdmin: _claimed, ...form }: Received<typeof contract.updateUser>['body'],
): Promise<Nothing> {
  if (id !== caller.userId) throw new DomainError('not_found');
  const { firstName, lastName, phone: typedPhone, address, city, country, language } = form;
  await db.transaction().execute(async (tx) => {
    if (language !== undefined) await users.setLanguageOfOrders(tx, id, language);
    const user = await users.lock(tx, id);
    if (user === undefined) throw new DomainError('not_found');
    // A number stored before numbers were validated stays as it is until the user changes it.
    const phone =
      typedPhone === cleanPhone(spelledPhone(user.phone)) ? user.phone : storedPhone(typedPhone, country);
    const details: users.Details = {
      first_name: firstName,
      last_name: lastName,
      phone,
      address,
      city,
      country,
    };
    const spoken = language === undefined ? {} : { language };
    await users.updateDetails(tx, id, { ...details, ...spoken }, deps.clock.now());
    const before = { ...detailsOf(user), ...(language === undefined ? {} : { language: user.language }) };
    await audit.record(tx, deps, {
      ...{ ...audit.by(caller), action: 'details_changed', object: id },
      before,
      after: { ...details, ...spoken },
    });
  });
  return {};
}

type StaffEdit = Received<typeof staff.staffEditCustomer>['body'];

/**
 * Updates a customer's details on behalf of staff. Throws `not_found` unless the account is a customer's,
 * `changed_meanwhile` when the details have changed since they were read, `phone_invalid`.
 */
export const updateByStaff = (
  { db, ...deps }: AccountDeps,
  { customerId, actorId }: { customerId: string; actorId: string },
  {
    version,
    updateByAdmin: _said,
    firstName,
    lastName,
    phone: typedPhone,
    address,
    city,
    country,
  }: StaffEdit,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const user = await users.lock(tx, customerId);
    if (user?.role !== 'customer' || user.deleted_at !== null) throw new DomainError('not_found');
    assertUnchanged({ version: user.version, changedAt: null, changedBy: null }, version);
    const isAsItWas =
      user.phone === '' ? typedPhone === '' : typedPhone === cleanPhone(spelledPhone(user.phone));
    const phone = isAsItWas ? user.phone : typedPhone === '' ? '' : storedPhone(typedPhone, country);
    const details: users.Details = {
      first_name: firstName,
      last_name: lastName,
      phone,
      address,
      city,
      country,
    };
    await users.updateDetails(tx, customerId, details, deps.clock.now());
    const entry = { actorId, effectiveId: customerId, action: 'details_changed', object: customerId };
    await audit.record(tx, deps, { ...entry, before: detailsOf(user), after: details, isStored: true });
  });

/**
 * The current session survives with the returned tokens; its older tokens and all other sessions end. Throws
 * what `proofs.demand` throws, `token_expired` when the session has ended in the meantime, or the error of
 * the new password.
 */
export async function updatePassword(
  deps: AccountDeps,
  caller: Person,
  { oldPassword, newPassword, code }: Received<typeof contract.updatePassword>['body'],
): Promise<Handled<typeof contract.updatePassword>> {
  const seen = await proofs.demand(deps, caller, { password: oldPassword, code });
  await assertGoodPassword(newPassword, seen.email);
  const hash = await deps.passwords.hash(newPassword);
  const data = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await users.lock(tx, caller.userId);
    const isSame = user?.password_changed_at?.getTime() === seen.password_changed_at?.getTime();
    if (user === undefined || !isSame) throw new DomainError('current_password_wrong');
    const spent = await proofs.spendCode(tx, deps, user, code);
    await users.setPassword(tx, user.id, hash, now);
    await tokens.voidAll(tx, user.id, ['reset_password', 'set_password'], now);
    const ended = await sessionStore.revokeAll(tx, user.id, caller.sessionId, 'password_change', now);
    const fresh = await sessions.reissueTokens(tx, deps, caller);
    await links.write(tx, deps, user, 'password_changed');
    const detail = { sessionsEnded: ended };
    await audit.record(tx, deps, ...spent, {
      ...audit.by(caller),
      action: 'password_changed',
      object: user.id,
      detail,
    });
    return fresh;
  });
  return { data };
}
