/**
 * What visitors ask about an address: an account, a new password, the letter again. The request does the same for every address: it
 * counts, hashes and writes one row with its job. Whether the address is known is looked up in the job, and told by letter only.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type * as contract from '#contract/accounts.ts';
import type { Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { AccountDeps } from './deps.ts';
import * as limits from './limits.ts';
import * as links from './links.ts';
import { assertGoodPassword } from './password-rules.ts';
import * as requests from './request-store.ts';
import { mayLogIn, normaliseEmail } from './rules.ts';
import * as users from './user-store.ts';

type Nothing = Record<string, never>;

/** Throws what is wrong with the password, `rate_limited` or `busy`: all of them without a look at the address. */
export async function register(deps: AccountDeps, form: Received<typeof contract.register>['body']): Promise<Nothing> {
  await limits.beforeRegistration(deps, deps.accountLimits);
  const { email: typed, password, confirmPassword: _again, ...registration } = form;
  const email = normaliseEmail(typed);
  await assertGoodPassword(password, email);
  const passwordHash = await deps.passwords.hash(password);
  await ask(deps, { kind: 'register', email, registration, passwordHash });
  return {};
}

export const forgotPassword = (deps: AccountDeps, email: string): Promise<Nothing> =>
  ask(deps, { kind: 'forgot_password', email: normaliseEmail(email) });

export const resendConfirmation = (deps: AccountDeps, email: string): Promise<Nothing> =>
  ask(deps, { kind: 'resend_confirmation', email: normaliseEmail(email) });

/** For somebody who knows the password of an account whose address is not confirmed. */
export const askForConfirmation = (deps: AccountDeps, email: string): Promise<Nothing> => ask(deps, { kind: 'resend_confirmation', email });

async function ask(deps: AccountDeps, request: requests.AccountRequest): Promise<Nothing> {
  if (!(await limits.hasRoomForLetter(deps, deps.accountLimits, request.email))) return {};
  await deps.db.transaction().execute(async (tx) => {
    const id = freshId('ask');
    await requests.insert(tx, id, request, deps.clock.now());
    await deps.jobs.enqueue(tx, 'account-letter', { requestId: id });
  });
  return {};
}

/** The job behind a request. It decides, writes and queues the letter in one transaction, so it may come twice. */
export const answer = (deps: AccountDeps, requestId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const request = await requests.take(tx, requestId);
    if (request === null) return;
    if (request.kind === 'register') return createAccount(tx, deps, request);
    const user = await users.lockByEmail(tx, request.email);
    if (user === undefined || !mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at })) return;
    if (request.kind === 'forgot_password') return links.send(tx, deps, user, 'reset_password');
    if (user.email_confirmed_at === null) await links.send(tx, deps, user, user.password_hash === null ? 'set_password' : 'confirm_email');
  });

type RegisterRequest = Extract<requests.AccountRequest, { kind: 'register' }>;

/**
 * A registration that nobody has confirmed yet gives way to a newer one, with its password: otherwise whoever registers a stranger's
 * address first would hold an account that the stranger then confirms.
 */
async function createAccount(tx: Tx, deps: AccountDeps, { email, registration, passwordHash }: RegisterRequest): Promise<void> {
  const now = deps.clock.now();
  const { firstName, lastName, userName, phone, address, city, country } = registration;
  const details = { first_name: firstName, last_name: lastName, user_name: userName, phone, address, city, country };
  const id = freshId('usr');
  const isNew = await users.insert(tx, { id, email, password_hash: passwordHash, ...details }, now);
  const user = await users.lockByEmail(tx, email);
  // The account was closed between the two statements: the job comes again and finds the address free.
  if (user === undefined) throw new DomainError('busy');
  if (!mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at })) return;
  if (user.email_confirmed_at !== null) return links.write(tx, deps, user, 'account_exists');
  // Made by a purchase: its details are the buyer's, and only the reader of the mails may choose its password.
  if (user.password_hash === null) return links.send(tx, deps, user, 'set_password');
  if (!isNew) {
    await users.updateDetails(tx, user.id, details, now);
    await users.setPassword(tx, user.id, passwordHash, now);
  }
  await links.send(tx, deps, { ...user, first_name: firstName }, 'confirm_email');
  await audit.record(tx, deps, { actorId: user.id, action: isNew ? 'registered' : 'registered_again', object: user.id });
}
