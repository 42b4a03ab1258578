/**
 * The second factor: an app code, or one of ten recovery codes. Every change requires proof that a session
 * thief does not have, and notifies the user by email. A secret protects nothing until its first code has
 * been confirmed.
 */
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { DomainError } from '#kernel/errors.ts';
import { isStaff } from '#kernel/permissions.ts';
import type * as contract from '#contract/two-factor.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as proofs from './proof.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as codes from './codes.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import * as users from '#modules/accounts/people/store.ts';

type Codes = Handled<typeof contract.confirmTwoFactor>;

/**
 * A repeated call creates a new secret, since the previous one was never confirmed. Throws
 * `current_password_wrong` or `two_factor_on`.
 */
export async function start(
  deps: AccountDeps,
  caller: Person,
  password: string,
): Promise<Handled<typeof contract.startTwoFactor>> {
  await proofs.demandPassword(deps, caller, password);
  const secret = new Secret({ size: 20 }).base32;
  const email = await deps.db.transaction().execute(async (tx) => {
    const user = await lock(tx, caller.userId);
    if (user.two_factor_enabled_at !== null) throw new DomainError('two_factor_on');
    await store.begin(tx, user.id, codes.seal(deps, user.id, secret), deps.clock.now());
    await audit.record(tx, deps, { actorId: user.id, action: 'two_factor_started', object: user.id });
    return user.email;
  });
  return { secret, uri: rules.setupUri(secret, email) };
}

/**
 * Ends every other session, because those were opened with only a password. Throws `code_wrong`,
 * `two_factor_on`, `two_factor_off` when it was never started, or `rate_limited`.
 */
export async function confirm(deps: AccountDeps, caller: Person, code: string): Promise<Codes> {
  const seen = await users.find(deps.db, caller.userId);
  assertStarted(seen);
  await limits.beforeFirstCode(deps, deps.accountLimits, caller.userId);
  const recoveryCodes = await deps.db.transaction().execute(async (tx) => {
    const user = await lock(tx, caller.userId);
    assertStarted(user);
    if (!(await codes.acceptFromApp(tx, deps, user, code))) throw new DomainError('code_wrong');
    const now = deps.clock.now();
    await store.enable(tx, user.id, now);
    await sessions.markCodeGiven(tx, caller.sessionId, now);
    const ended = await sessions.revokeAll(tx, user.id, caller.sessionId, 'two_factor_on', now);
    await links.write(tx, deps, user, 'two_factor_on');
    const recovery = await makeRecoveryCodes(tx, deps, user.id);
    await audit.record(tx, deps, {
      actorId: user.id,
      action: 'two_factor_on',
      object: user.id,
      detail: { sessionsEnded: ended },
    });
    return recovery;
  });
  return { recoveryCodes };
}

function assertStarted(user: users.User | undefined): void {
  if (user?.two_factor_enabled_at != null) throw new DomainError('two_factor_on');
  if (user?.two_factor_secret == null) throw new DomainError('two_factor_off');
}

type Proof = Received<typeof contract.removeTwoFactor>['body'];

/** Throws `current_password_wrong`, `code_wrong`, `two_factor_off` or `rate_limited`. */
export async function renewCodes(deps: AccountDeps, caller: Person, proof: Proof): Promise<Codes> {
  const recoveryCodes = await withProof(deps, caller, proof, async (tx, user, spent) => {
    const codes = await makeRecoveryCodes(tx, deps, user.id);
    await links.write(tx, deps, user, 'recovery_codes_renewed');
    await audit.record(tx, deps, ...spent, {
      actorId: user.id,
      action: 'recovery_codes_renewed',
      object: user.id,
    });
    return codes;
  });
  return { recoveryCodes };
}

/** Throws what `renewCodes` throws, and `two_factor_mandatory` for staff. */
export async function remove(
  deps: AccountDeps,
  caller: Person,
  proof: Proof,
): Promise<Record<string, never>> {
  if (isStaff(caller.role)) throw new DomainError('two_factor_mandatory');
  await withProof(deps, caller, proof, async (tx, user, spent) => {
    await store.remove(tx, user.id, deps.clock.now());
    await links.write(tx, deps, user, 'two_factor_off');
    await audit.record(tx, deps, ...spent, { actorId: user.id, action: 'two_factor_off', object: user.id });
  });
  return {};
}

type Work<T> = (tx: Tx, user: users.User, spent: audit.AuditEntry[]) => Promise<T>;

async function withProof<T>(deps: AccountDeps, caller: Person, proof: Proof, work: Work<T>): Promise<T> {
  await proofs.demand(deps, caller, proof);
  return deps.db.transaction().execute(async (tx) => {
    const user = await lock(tx, caller.userId);
    if (user.two_factor_enabled_at === null) throw new DomainError('two_factor_off');
    return work(tx, user, await proofs.spendCode(tx, deps, user, proof.code));
  });
}

async function lock(tx: Tx, userId: string): Promise<users.User> {
  const user = await users.lock(tx, userId);
  if (user === undefined || user.deleted_at !== null) throw new DomainError('not_found');
  return user;
}

async function makeRecoveryCodes(
  tx: Tx,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: rules.recoveryCodeCount }, () =>
    rules.toRecoveryCode(randomBytes(rules.recoveryCodeLength)),
  );
  const hashes = codes.map((code) => keys.mac('recovery-code', userId, code));
  await store.replaceRecoveryCodes(tx, userId, hashes, clock.now());
  return codes.map(rules.showRecoveryCode);
}

/**
 * For a user who has lost the app and the recovery codes and has proven their identity to an operator. Ends
 * every session.
 */
export async function removeSecondFactor(tx: Tx, deps: links.LinkDeps, user: users.User): Promise<void> {
  await store.remove(tx, user.id, deps.clock.now());
  await links.write(tx, deps, user, 'two_factor_off');
}
