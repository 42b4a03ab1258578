/**
 * Changes the email address of an account once the links sent to both the old and the new address have been
 * opened. A stolen session, or access to the old mailbox alone, cannot take over the account. Responses never
 * reveal whether the new address has an account; only an email to that address does.
 */
import { shownEmail } from '#platform/shown-email.ts';
import type * as contract from '#contract/email-change.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { sha256 } from '#platform/keys.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as changes from './store.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as proofs from '#modules/accounts/two-factor/proof.ts';
import { lifetimeOf } from '#modules/accounts/links/rules.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as sessionStore from '#modules/accounts/sessions/store.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Nothing = Record<string, never>;

const purposes = { old: 'change_email_old', new: 'change_email_new' } as const;
const bothPurposes = Object.values(purposes);

/**
 * Throws what `proofs.demand` throws, `email_unchanged`, and `rate_limited` when the addresses have already
 * received too many emails.
 */
export async function requestChange(
  deps: AccountDeps,
  caller: Person,
  { email, password, code }: Received<typeof contract.askEmailChange>['body'],
): Promise<Nothing> {
  const seen = await proofs.demand(deps, caller, { password, ...(code === undefined ? {} : { code }) });
  const newEmail = normalizeEmail(email);
  if (newEmail === seen.email) throw new DomainError('email_unchanged');
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await users.lock(tx, caller.userId);
    if (user === undefined) throw new DomainError('current_password_wrong');
    const spent = await proofs.spendCode(tx, deps, user, code);
    for (const address of [user.email, newEmail])
      if (!(await limits.hasEmailQuota(tx, deps, deps.accountLimits, address, 'change_email')))
        throw new DomainError('rate_limited');
    const lifetimeMs = lifetimeOf(purposes.new, { role: user.role, hasPassword: true });
    await changes.save(tx, user.id, { newEmail, now, expiresAt: new Date(now.getTime() + lifetimeMs) });
    await tokens.voidAll(tx, user.id, [...bothPurposes], now);
    await links.send(tx, deps, user, purposes.old);
    await emailNewAddress(tx, deps, user, newEmail);
    await audit.record(tx, deps, ...spent, {
      ...audit.by(caller),
      action: 'email_change_asked',
      object: user.id,
    });
  });
  return {};
}

/**
 * Omits the user's name, because the address may belong to a stranger. An address that has an account gets an
 * explanation instead of a link.
 */
async function emailNewAddress(tx: Tx, deps: AccountDeps, user: users.User, newEmail: string): Promise<void> {
  const receiver = { ...user, email: newEmail, email_confirmed_at: null };
  if ((await users.findByEmail(tx, newEmail)) !== undefined)
    return links.write(tx, deps, receiver, 'account_exists');
  await links.send(tx, deps, receiver, purposes.new);
}

export async function read(
  { db, clock }: AccountDeps,
  { userId }: Person,
): Promise<Handled<typeof contract.readEmailChange>> {
  const change = await changes.find(db, userId, clock.now());
  if (change === null) return { pending: null };
  const { newEmail, oldConfirmedAt, newConfirmedAt, expiresAt } = change;
  return {
    pending: {
      email: shownEmail(newEmail),
      oldConfirmed: oldConfirmedAt !== null,
      newConfirmed: newConfirmedAt !== null,
      expiresAt: expiresAt.toISOString(),
    },
  };
}

export async function cancel(deps: AccountDeps, caller: Person): Promise<Nothing> {
  await deps.db.transaction().execute(async (tx) => {
    const user = await users.lock(tx, caller.userId);
    if (user === undefined || (await changes.find(tx, user.id, deps.clock.now())) === null) return;
    await deleteRequest(tx, user.id, deps.clock.now());
    await audit.record(tx, deps, { ...audit.by(caller), action: 'email_change_canceled', object: user.id });
  });
  return {};
}

async function deleteRequest(tx: Tx, userId: string, now: Date): Promise<void> {
  await changes.remove(tx, userId);
  await tokens.voidAll(tx, userId, [...bothPurposes], now);
}

/**
 * Accepts the link of either email. Throws `link_invalid`, and `email_taken` when another account has taken
 * the address in the meantime.
 */
export async function confirm(
  deps: AccountDeps,
  token: string,
): Promise<Handled<typeof contract.confirmEmailChange>> {
  const side = await sideOf(deps, token);
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const user = await links.use(tx, token, purposes[side], now);
    await changes.confirm(tx, user.id, side, now);
    const change = await changes.find(tx, user.id, now);
    if (change === null) throw new DomainError('link_invalid');
    if (change.oldConfirmedAt === null || change.newConfirmedAt === null) return { done: false };
    await apply(tx, deps, user, change.newEmail);
    return { done: true };
  });
}

async function sideOf({ db }: AccountDeps, token: string): Promise<changes.Side> {
  for (const side of ['old', 'new'] as const)
    if ((await tokens.find(db, sha256(token), purposes[side])) !== undefined) return side;
  throw new DomainError('link_invalid');
}

/** Voids every other link of the account and ends every session: the user logs in with the new address. */
async function apply(tx: Tx, deps: AccountDeps, user: users.User, newEmail: string): Promise<void> {
  const now = deps.clock.now();
  if (!(await users.changeEmail(tx, user.id, newEmail, now))) throw new DomainError('email_taken');
  await deleteRequest(tx, user.id, now);
  await tokens.voidAll(tx, user.id, ['confirm_email', 'reset_password', 'set_password'], now);
  const sessionsEnded = await sessionStore.revokeAll(tx, user.id, null, 'email_change', now);
  await deps.callbacks.emailChanged(tx, { userId: user.id, from: user.email, to: newEmail });
  const attached = await deps.callbacks.ownerIsHere(tx, { userId: user.id, email: newEmail });
  for (const email of [user.email, newEmail])
    await links.write(tx, deps, { ...user, email }, 'email_changed');
  await audit.record(tx, deps, ...attached, {
    actorId: user.id,
    action: 'email_changed',
    object: user.id,
    detail: { sessionsEnded },
  });
}
