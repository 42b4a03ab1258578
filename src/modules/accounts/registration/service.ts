/**
 * Visitors' requests about an address: register, reset a password, resend an email. Each request does the
 * same work for every address: it counts, hashes, and writes one row with its job. The job looks up the
 * address, and only an email reveals the result.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { emailLanguage } from '#kernel/email-language.ts';
import { isStaff } from '#kernel/permissions.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import type * as contract from '#contract/accounts.ts';
import type { Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { sha256 } from '#platform/keys.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import * as links from '#modules/accounts/links/service.ts';
import { assertGoodPassword } from '#modules/accounts/people/password-rules.ts';
import * as requests from './store.ts';
import { mayLogIn, normalizeEmail } from '#modules/accounts/people/rules.ts';
import type { Purpose } from '#modules/accounts/links/rules.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Nothing = Record<string, never>;

/**
 * Throws the error of the phone number or the password, `rate_limited` or `busy`, all without looking up the
 * address.
 */
export async function register(
  deps: AccountDeps,
  form: Received<typeof contract.register>['body'],
): Promise<Nothing> {
  const { email: typed, password, confirmPassword: _again, browserMark, ...details } = form;
  const phone = storedPhone(details.phone, details.country);
  const registration = {
    ...details,
    phone,
    ...(browserMark && { markHash: sha256(browserMark).toString('base64url') }),
  };
  const email = normalizeEmail(typed);
  await assertGoodPassword(password, email);
  await limits.beforeRegistration(deps, deps.accountLimits);
  const passwordHash = await deps.passwords.hash(password);
  await deps.db
    .transaction()
    .execute((tx) => sendConfirmation(tx, deps, { kind: 'register', email, registration, passwordHash }));
  return {};
}

export const forgotPassword = (deps: AccountDeps, email: string): Promise<Nothing> =>
  askForEmail(deps, { kind: 'forgot_password', email: normalizeEmail(email) });

export const resendConfirmation = (deps: AccountDeps, email: string): Promise<Nothing> =>
  askForEmail(deps, { kind: 'resend_confirmation', email: normalizeEmail(email) });

async function askForEmail(deps: AccountDeps, request: requests.AccountRequest): Promise<Nothing> {
  if (await limits.mayAskForEmail(deps, deps.accountLimits))
    await deps.db.transaction().execute((tx) => sendConfirmation(tx, deps, request));
  return {};
}

/** Placeholder address for a request that must exist but must not be answered. */
export const noRecipient = '';

export async function sendConfirmation(
  tx: Tx,
  deps: AccountDeps,
  request: requests.AccountRequest,
): Promise<void> {
  const id = freshId('ask');
  await requests.insert(tx, id, request, deps.clock.now());
  await deps.jobs.enqueue(tx, 'account-email', { requestId: id });
}

/**
 * The job behind a request. It decides, writes, and queues the email in one transaction, so it is safe to run
 * twice.
 */
export const answer = (deps: AccountDeps, requestId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const request = await requests.take(tx, requestId);
    if (request === null) return;
    if (request.kind === 'register') return createAccount(tx, deps, request);
    const user = await users.lockByEmail(tx, request.email);
    if (user === undefined || !mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at })) return;
    if (request.kind === 'forgot_password') {
      await sendLink(tx, deps, user, 'reset_password');
      return audit.record(tx, deps, {
        actorId: null,
        effectiveId: user.id,
        action: 'password_reset_asked',
        object: user.id,
      });
    }
    if (user.email_confirmed_at === null)
      await sendLink(tx, deps, user, user.password_hash === null ? 'set_password' : 'confirm_email');
  });

/**
 * When the hourly limit for this kind of email is used up, the last email still has a working link. Counted
 * here, where an email is really sent, so a stranger's requests that send nothing do not use up the owner's
 * limit.
 */
async function sendLink(tx: Tx, deps: AccountDeps, user: users.User, purpose: Purpose): Promise<void> {
  if (await limits.hasEmailQuota(tx, deps, deps.accountLimits, user.email, purpose))
    await links.send(tx, deps, user, purpose);
}

type RegisterRequest = Extract<requests.AccountRequest, { kind: 'register' }>;

/**
 * When several unconfirmed registrations compete for an address, none of them sets the password. Otherwise
 * the owner could confirm an account that a stranger registered. The owner gets a link to choose a password.
 */
async function createAccount(
  tx: Tx,
  deps: AccountDeps,
  { email, registration, passwordHash }: RegisterRequest,
): Promise<void> {
  const now = deps.clock.now();
  const { firstName, lastName, userName, phone, address, city, country } = registration;
  const language = emailLanguage(registration.language);
  const details = {
    first_name: firstName,
    last_name: lastName,
    user_name: userName,
    phone,
    address,
    city,
    country,
    language,
  };
  const id = freshId('usr');
  const mark = registration.markHash === undefined ? null : Buffer.from(registration.markHash, 'base64url');
  const isNew = await users.insert(
    tx,
    { id, email, password_hash: passwordHash, registration_mark: mark, ...details },
    now,
  );
  const user = await users.lockByEmail(tx, email);
  // The account was closed between the two statements: the retried job finds the address free.
  if (user === undefined) throw new DomainError('busy');
  if (!mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at })) return;
  if (user.email_confirmed_at !== null) return emailOwner(tx, deps, user);
  // Created by a purchase or an operator: its details stay, and only the owner of the mailbox may set its
  // password.
  if (user.password_hash === null || isStaff(user.role)) return sendLink(tx, deps, user, 'set_password');
  if (!isNew) {
    await tokens.voidAll(tx, user.id, ['confirm_email'], now);
    await users.resetRegistration(tx, user.id, details, now);
  }
  await sendLink(tx, deps, user, isNew ? 'confirm_email' : 'set_password');
  await audit.record(tx, deps, {
    actorId: user.id,
    action: isNew ? 'registered' : 'registered_again',
    object: user.id,
  });
}

async function emailOwner(tx: Tx, deps: AccountDeps, user: users.User): Promise<void> {
  const hasRoom = await limits.hasEmailQuota(tx, deps, deps.accountLimits, user.email, 'account_exists');
  if (hasRoom) await links.write(tx, deps, user, 'account_exists');
}
