/**
 * Rate limits for account attempts. After wrong passwords, only the same client waits longer for the same
 * account. A limit on the account alone would let an attacker lock its owner out.
 */
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';
import * as store from './store.ts';

/** A limit of 0 means no limit. */
export type AccountLimits = {
  /**
   * Wrong passwords per client and account in 15 minutes. Beyond this, each further attempt doubles the wait.
   */
  wrongPasswords: number;
  /** Wrong second-factor codes per client and account in 15 minutes. */
  wrongCodes: number;
  /**
   * Wrong second-factor codes per account from all clients. Generous, because it also delays the owner; an
   * attacker needs the password first.
   */
  wrongCodesOfAll: number;
  /** Failed log-ins per client, across all accounts. */
  logInsPerHour: number;
  registrationsPerHour: number;
  /** Emails that one client may request. */
  emailsPerHour: number;
  /** Emails of one kind to one address, regardless of who requests them. */
  emailsPerAddressPerHour: number;
  refreshesPerMinute: number;
};

export const defaultLimits: AccountLimits = {
  wrongPasswords: 5,
  wrongCodes: 5,
  wrongCodesOfAll: 25,
  logInsPerHour: 50,
  registrationsPerHour: 5,
  emailsPerHour: 10,
  emailsPerAddressPerHour: 3,
  refreshesPerMinute: 30,
};

export const noLimits: AccountLimits = {
  wrongPasswords: 0,
  wrongCodes: 0,
  wrongCodesOfAll: 0,
  logInsPerHour: 0,
  registrationsPerHour: 0,
  emailsPerHour: 0,
  emailsPerAddressPerHour: 0,
  refreshesPerMinute: 0,
};

const hourSeconds = 3_600;
const quarterSeconds = 900;

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'metrics'>;
type LimitOptions = Omit<store.Limit, 'key' | 'longestDelaySeconds'> & {
  name: string;
  who: string;
  longestDelaySeconds?: number;
};

/** Addresses and clients are counted under a keyed hash, so the table does not reveal who has been here. */
const keyOf = ({ keys }: Pick<Deps, 'keys'>, name: string, subject: string): string =>
  `${name} ${keys.mac('throttle', name, subject)}`;

const client = (): string => currentRequest()?.client ?? '';

/**
 * Returns the first exceeded limit with the seconds to wait, or null. All limits are counted in one
 * statement.
 */
async function firstFull(
  deps: Omit<LimitDeps, 'db'> & { db: Database | Tx },
  options: LimitOptions[],
): Promise<{ name: string; seconds: number } | null> {
  const limits = options
    .filter(({ atMost }) => atMost > 0)
    .map(({ name, who, longestDelaySeconds = 0, ...limit }) => ({
      ...limit,
      name,
      longestDelaySeconds,
      key: keyOf(deps, name, who),
    }));
  if (limits.length === 0) return null;
  const waits = await store.count(deps.db, limits, deps.clock.now());
  for (const { name, key } of limits) {
    const seconds = waits.get(key) ?? null;
    if (seconds === null) continue;
    deps.metrics?.rateLimited(name);
    return { name, seconds };
  }
  return null;
}

async function requireQuota(deps: LimitDeps, options: LimitOptions[]): Promise<void> {
  const full = await firstFull(deps, options);
  if (full !== null) throw new RateLimited(full.seconds);
}

const wrongPasswords = 'wrong_passwords';
const logIns = 'log_ins';

/** Runs before a password is checked. `subject` is the address or account ID that the attempt targets. */
export const beforePassword = (deps: LimitDeps, limits: AccountLimits, subject: string): Promise<void> =>
  requireQuota(deps, [
    {
      name: wrongPasswords,
      who: `${subject} ${client()}`,
      atMost: limits.wrongPasswords,
      windowSeconds: quarterSeconds,
      longestDelaySeconds: quarterSeconds,
    },
    { name: logIns, who: client(), atMost: limits.logInsPerHour, windowSeconds: hourSeconds },
  ]);

/**
 * Returns the result of `check`. If `check` throws, for example because too many hashes are queued, the
 * attempt is not counted.
 */
export async function checkPassword(
  deps: LimitDeps,
  limits: AccountLimits,
  subject: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (limits.wrongPasswords > 0)
      await store.returnHit(deps.db, keyOf(deps, wrongPasswords, `${subject} ${client()}`));
    await returnLogInHit(deps, limits);
    throw error;
  }
}

/**
 * After a correct password: clears the count of this client for this account, and takes this log-in off the
 * hourly count.
 */
export async function afterRightPassword(
  deps: LimitDeps,
  limits: AccountLimits,
  subject: string,
): Promise<void> {
  if (limits.wrongPasswords > 0)
    await store.deleteLimit(deps.db, keyOf(deps, wrongPasswords, `${subject} ${client()}`));
  await returnLogInHit(deps, limits);
}

const returnLogInHit = async (deps: LimitDeps, limits: AccountLimits): Promise<void> =>
  limits.logInsPerHour > 0 ? store.returnHit(deps.db, keyOf(deps, logIns, client())) : undefined;

const wrongCodes = 'wrong_codes';
const wrongCodesOfAll = 'wrong_codes_of_all';
const inQuarter = { windowSeconds: quarterSeconds, longestDelaySeconds: quarterSeconds };

/** Runs before a second-factor code is checked, after the password was correct. */
export const beforeCode = (deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> =>
  requireQuota(deps, [
    { name: wrongCodes, who: `${userId} ${client()}`, atMost: limits.wrongCodes, ...inQuarter },
    { name: wrongCodesOfAll, who: userId, atMost: limits.wrongCodesOfAll, ...inQuarter },
  ]);

export async function afterRightCode(deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> {
  if (limits.wrongCodes > 0)
    await store.deleteLimit(deps.db, keyOf(deps, wrongCodes, `${userId} ${client()}`));
  if (limits.wrongCodesOfAll > 0) await store.returnHit(deps.db, keyOf(deps, wrongCodesOfAll, userId));
}

/**
 * Runs before the first code of a new secret. Counted separately: a stolen session must not slow down the
 * owner's log-ins.
 */
export const beforeFirstCode = (deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> =>
  requireQuota(deps, [{ name: 'first_codes', who: userId, atMost: limits.wrongCodes, ...inQuarter }]);

/** True once per 15 minutes and key, so an attacker cannot flood the audit log. */
export async function isWorthNoting(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  name: string,
  subject: string,
): Promise<boolean> {
  const key = keyOf(deps, `noted_${name}`, subject);
  const limit = { key, atMost: 1, windowSeconds: quarterSeconds, longestDelaySeconds: 0 };
  return (await store.count(deps.db, [limit], deps.clock.now())).get(key) === null;
}

export const beforeRegistration = (deps: LimitDeps, limits: AccountLimits): Promise<void> =>
  requireQuota(deps, [
    { name: 'registrations', who: client(), atMost: limits.registrationsPerHour, windowSeconds: hourSeconds },
  ]);

/** Never throws: over the limit, the client gets the same response as every other, and no email is sent. */
export const mayAskForEmail = async (deps: LimitDeps, limits: AccountLimits): Promise<boolean> =>
  (await firstFull(deps, [
    { name: 'emails', who: client(), atMost: limits.emailsPerHour, windowSeconds: hourSeconds },
  ])) === null;

/** Runs in the transaction that queues the email, so an unsent email is not counted. */
export const hasEmailQuota = async (
  tx: Tx,
  deps: Omit<LimitDeps, 'db'>,
  limits: AccountLimits,
  email: string,
  kind: string,
): Promise<boolean> => {
  const limit = {
    name: 'emails_to',
    who: `${kind} ${email}`,
    atMost: limits.emailsPerAddressPerHour,
    windowSeconds: hourSeconds,
  };
  return (await firstFull({ ...deps, db: tx }, [limit])) === null;
};

export const beforeRefresh = (deps: LimitDeps, limits: AccountLimits, sessionId: string): Promise<void> =>
  requireQuota(deps, [
    { name: 'refreshes', who: sessionId, atMost: limits.refreshesPerMinute, windowSeconds: 60 },
  ]);
