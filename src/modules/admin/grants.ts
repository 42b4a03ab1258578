/**
 * Grants to act as a customer: one administrator, one customer, one session, half an hour at most. The
 * administrator confirms with an authenticator code, and the customer is notified by email.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { isStaff, mayDo } from '#kernel/permissions.ts';
import * as links from '#modules/accounts/links/service.ts';
import type { AccountDeps, Support } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import { mayLogIn, normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as codes from '#modules/accounts/two-factor/codes.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as rules from './grant-rules.ts';
import * as store from './grant-store.ts';

export type GrantRequest = {
  adminEmail: string;
  targetEmail: string;
  /** Shown to the customer. */
  reason: string;
  /** A current code of the administrator's authenticator app. A recovery code does not prove presence. */
  code: string;
  minutes: number;
  /** The session it is for, when the administrator has several. */
  sessionId?: string | undefined;
};

export type Granted = {
  grantId: string;
  targetId: string;
  targetEmail: string;
  expiresAt: Date;
  device: string;
};

/** Throws `invalid_request` with a sentence for the administrator, `code_wrong`, or `rate_limited`. */
export async function grant(deps: AccountDeps, request: GrantRequest): Promise<Granted> {
  const reason = goodReason(request.reason);
  const { minutes } = request;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > rules.grantLastsAtMostMinutes)
    throw refusal(`Enter 1 to ${rules.grantLastsAtMostMinutes} minutes`);
  const admin = await administrator(deps, request.adminEmail);
  const target = await customer(deps, request.targetEmail);
  await limits.beforeCode(deps, deps.accountLimits, admin.id);
  const granted = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const locked = await users.lock(tx, admin.id);
    if (locked === undefined || !(await codes.acceptFromApp(tx, deps, locked, request.code)))
      throw new DomainError('code_wrong');
    const session = await sessionFor(tx, admin.id, request.sessionId, now);
    return give(tx, deps, { adminId: admin.id, target, session, reason, minutes, steppedUpAt: now });
  });
  await limits.afterRightCode(deps, deps.accountLimits, admin.id);
  return granted;
}

/**
 * Grants access at the console, for the calling session with its fresh code. Throws `not_found` if the target
 * is not a customer, `fresh_factor_needed` if the code has expired, and `invalid_request` with a sentence.
 */
export const grantAtConsole = (
  deps: AccountDeps,
  caller: Person,
  targetId: string,
  typedReason: string,
): Promise<Granted> =>
  deps.db.transaction().execute(async (tx) => {
    const reason = goodReason(typedReason);
    const now = deps.clock.now();
    await users.lock(tx, caller.userId);
    const [target, session] = [await users.find(tx, targetId), await sessions.lock(tx, caller.sessionId)];
    if (target?.role !== 'customer' || target.deleted_at !== null) throw new DomainError('not_found');
    if (!isOpen(target)) throw refusal('The account is disabled. Enable it first');
    const codeAt = session?.fresh_factor_at ?? null;
    if (session === undefined || codeAt === null || now.getTime() - codeAt.getTime() >= rules.stepUpLastsMs)
      throw new DomainError('fresh_factor_needed');
    const steppedUpAt = new Date(Math.min(codeAt.getTime(), now.getTime()));
    return give(tx, deps, {
      adminId: caller.userId,
      target,
      session,
      reason,
      minutes: rules.grantLastsAtMostMinutes,
      steppedUpAt,
    });
  });

function goodReason(typed: string): string {
  const reason = typed.replace(/\s+/g, ' ').trim();
  if (reason.length < rules.reasonAtLeast)
    throw refusal(`Enter a reason of at least ${rules.reasonAtLeast} characters`);
  if (reason.length > rules.reasonAtMost)
    throw refusal(`Enter a reason of at most ${rules.reasonAtMost} characters`);
  return reason;
}

type Leave = {
  adminId: string;
  target: users.User;
  session: Pick<sessions.SessionRow, 'id' | 'device'>;
  reason: string;
  minutes: number;
  steppedUpAt: Date;
};

/** Ends older grants and emails the customer. */
async function give(
  tx: Tx,
  deps: AccountDeps,
  { adminId, target, session, reason, minutes, steppedUpAt }: Leave,
): Promise<Granted> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const grantId = freshId('gra');
  await store.revokeAllOf(tx, adminId, now);
  const parties = { admin_id: adminId, target_id: target.id, session_id: session.id };
  await store.insert(tx, {
    id: grantId,
    ...parties,
    reason,
    stepped_up_at: steppedUpAt,
    created_at: now,
    expires_at: expiresAt,
  });
  await links.write(tx, deps, target, 'support_access', { lifetimeMs: minutes * 60_000, reason });
  await audit.record(tx, deps, {
    actorId: adminId,
    effectiveId: target.id,
    action: 'impersonation_granted',
    object: grantId,
    detail: { minutes, session: session.id },
  });
  return { grantId, targetId: target.id, targetEmail: target.email, expiresAt, device: session.device };
}

/** Takes effect immediately. Returns false when the grant does not exist or has already ended. */
export const revoke = (
  { db, ...deps }: Deps,
  grantId: string,
  actorId: string = audit.terminal,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const ended = await store.revoke(tx, grantId, deps.clock.now());
    if (ended === null) return false;
    await audit.record(tx, deps, {
      actorId,
      effectiveId: ended.targetId,
      action: 'impersonation_revoked',
      object: grantId,
    });
    return true;
  });

/** Ends the caller's grant for this customer. Throws `not_found` when there is none. */
export const endAtConsole = (
  { db, ...deps }: Deps,
  caller: Person,
  targetId: string,
): Promise<Record<string, never>> =>
  db.transaction().execute(async (tx) => {
    const [ended] = await store.revokeBetween(tx, caller.userId, targetId, deps.clock.now());
    if (ended === undefined) throw new DomainError('not_found');
    await audit.record(tx, deps, {
      actorId: caller.userId,
      effectiveId: targetId,
      action: 'impersonation_revoked',
      object: ended,
    });
    return {};
  });

/** Returns the customer's view of active grants, newest first. */
export const liveFor = (db: Database, targetId: string, now: Date): Promise<Support[]> =>
  store.listLive(db, targetId, now);

/** Lets the customer end one grant, or all. Takes effect immediately. Returns the audit entries to record. */
export async function endFor(
  tx: Tx,
  targetId: string,
  grantId: string | null,
  now: Date,
): Promise<audit.AuditEntry[]> {
  const ended = await store.revokeFor(tx, targetId, grantId, now);
  return ended.map((object) => ({ actorId: targetId, action: 'impersonation_revoked', object }));
}

/**
 * Ends the administrator's own grant when they are done. Idempotent; does nothing when the caller is not
 * acting for a customer.
 */
export async function endOwn(deps: Deps, { actor }: Person): Promise<Record<string, never>> {
  if (actor !== null) await revoke(deps, actor.grantId, actor.userId);
  return {};
}

export const list = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, days: number) => {
  const now = clock.now();
  return store.list(db, { since: new Date(now.getTime() - days * 86_400_000), now });
};

/** Never defaults to the newest session: a thief who logs in just before would get the grant. */
async function sessionFor(
  tx: Tx,
  adminId: string,
  sessionId: string | undefined,
  now: Date,
): Promise<sessions.SessionRow> {
  const open = (await sessions.listAlive(tx, adminId, now)).filter(
    (session) => session.second_factor_at !== null,
  );
  const fitting = sessionId === undefined ? open : open.filter(({ id }) => id === sessionId);
  const [session, another] = fitting;
  if (session === undefined)
    throw refusal(
      'Log in to the shop as this administrator with a two-factor code first. The grant belongs to that session',
    );
  if (another === undefined) return session;
  const choices = fitting.map(
    ({ id, device, last_used_at: at }) => `${id} (${device}, last used ${at.toISOString()})`,
  );
  throw refusal(`This administrator has several sessions. Choose one with --session: ${choices.join(', ')}`);
}

const refusal = (sentence: string): DomainError => new DomainError('invalid_request', sentence);

async function administrator({ db }: Pick<Deps, 'db'>, email: string): Promise<users.User> {
  const user = await users.findByEmail(db, normalizeEmail(email));
  if (user === undefined || !mayDo(user.role, 'customers.view_as') || !isOpen(user))
    throw refusal(`${email} may not act for customers`);
  if (user.two_factor_enabled_at === null)
    throw refusal(`${email} must first turn on two-factor log-in in the profile`);
  return user;
}

async function customer({ db }: Pick<Deps, 'db'>, email: string): Promise<users.User> {
  const user = await users.findByEmail(db, normalizeEmail(email));
  if (user === undefined || !isOpen(user)) throw refusal(`No customer has the email address ${email}`);
  if (isStaff(user.role)) throw refusal(`${email} is a staff member. Staff members cannot be impersonated`);
  return user;
}

const isOpen = (user: users.User): boolean =>
  mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at });
