/**
 * How often people may try. A wrong password makes the same client wait longer and longer for the same account, and nobody else:
 * a limit on the account alone would let anybody lock its owner out.
 */
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { currentRequest } from '#platform/request-context.ts';
import * as store from './store.ts';

/** 0 is without a limit. */
export type AccountLimits = {
  /** Wrong passwords of one client for one account in a quarter of an hour, before each further try waits twice as long. */
  wrongPasswords: number;
  /** Wrong codes of the second factor of one client for one account in a quarter of an hour. */
  wrongCodes: number;
  /** The same by whomever. Wide, because it makes the owner wait as well; a stranger must know the password to come here. */
  wrongCodesOfAll: number;
  /** Log-ins of one client that failed, over all accounts. */
  logInsPerHour: number;
  registrationsPerHour: number;
  /** Emails that one client may ask for. */
  emailsPerHour: number;
  /** Emails of one kind that go to one address, by whomever they are asked for. */
  emailsPerAddressPerHour: number;
  refreshesPerMinute: number;
};

export const usualLimits: AccountLimits = {
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
type Wanted = Omit<store.Limit, 'key' | 'longestDelaySeconds'> & { name: string; who: string; longestDelaySeconds?: number };

/** Addresses and clients are counted under a keyed hash: the table tells nobody who has been here. */
const keyOf = ({ keys }: Pick<Deps, 'keys'>, name: string, who: string): string => `${name} ${keys.mac('throttle', name, who)}`;

const client = (): string => currentRequest()?.client ?? '';

/** The first limit that has no room left, with the seconds to wait; null when all have. All of them are counted in one statement. */
async function firstFull(
  deps: Omit<LimitDeps, 'db'> & { db: Database | Tx },
  wanted: Wanted[],
): Promise<{ name: string; seconds: number } | null> {
  const limits = wanted
    .filter(({ atMost }) => atMost > 0)
    .map(({ name, who, longestDelaySeconds = 0, ...limit }) => ({ ...limit, name, longestDelaySeconds, key: keyOf(deps, name, who) }));
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

async function demandRoom(deps: LimitDeps, wanted: Wanted[]): Promise<void> {
  const full = await firstFull(deps, wanted);
  if (full !== null) throw new RateLimited(full.seconds);
}

const wrongPasswords = 'wrong_passwords';
const logIns = 'log_ins';

/** Before a password is looked at. `who` is the address or the id that it is tried for. */
export const beforePassword = (deps: LimitDeps, limits: AccountLimits, who: string): Promise<void> =>
  demandRoom(deps, [
    {
      name: wrongPasswords,
      who: `${who} ${client()}`,
      atMost: limits.wrongPasswords,
      windowSeconds: quarterSeconds,
      longestDelaySeconds: quarterSeconds,
    },
    { name: logIns, who: client(), atMost: limits.logInsPerHour, windowSeconds: hourSeconds },
  ]);

/** Answers what `look` answers. Where it throws, as when too many passwords wait, nobody learnt anything, and the try is not counted. */
export async function checkPassword(deps: LimitDeps, limits: AccountLimits, who: string, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (limits.wrongPasswords > 0) await store.giveBack(deps.db, keyOf(deps, wrongPasswords, `${who} ${client()}`));
    await giveBackLogIn(deps, limits);
    throw error;
  }
}

/** The right password: what was counted against this client for this account is forgotten, and of the log-ins this one. */
export async function afterRightPassword(deps: LimitDeps, limits: AccountLimits, who: string): Promise<void> {
  if (limits.wrongPasswords > 0) await store.forget(deps.db, keyOf(deps, wrongPasswords, `${who} ${client()}`));
  await giveBackLogIn(deps, limits);
}

const giveBackLogIn = async (deps: LimitDeps, limits: AccountLimits): Promise<void> =>
  limits.logInsPerHour > 0 ? store.giveBack(deps.db, keyOf(deps, logIns, client())) : undefined;

const wrongCodes = 'wrong_codes';
const wrongCodesOfAll = 'wrong_codes_of_all';
const inQuarter = { windowSeconds: quarterSeconds, longestDelaySeconds: quarterSeconds };

/** Before a code of the second factor is looked at, for somebody who has proven to know the password. */
export const beforeCode = (deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> =>
  demandRoom(deps, [
    { name: wrongCodes, who: `${userId} ${client()}`, atMost: limits.wrongCodes, ...inQuarter },
    { name: wrongCodesOfAll, who: userId, atMost: limits.wrongCodesOfAll, ...inQuarter },
  ]);

export async function afterRightCode(deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> {
  if (limits.wrongCodes > 0) await store.forget(deps.db, keyOf(deps, wrongCodes, `${userId} ${client()}`));
  if (limits.wrongCodesOfAll > 0) await store.giveBack(deps.db, keyOf(deps, wrongCodesOfAll, userId));
}

/** Before the first code of a new secret. Counted apart: a thief of a session must not make the owner wait at the log-in. */
export const beforeFirstCode = (deps: LimitDeps, limits: AccountLimits, userId: string): Promise<void> =>
  demandRoom(deps, [{ name: 'first_codes', who: userId, atMost: limits.wrongCodes, ...inQuarter }]);

/** True once in a quarter of an hour: what is noted for the records must not be as many rows as an attacker likes. */
export async function isWorthNoting(deps: Pick<Deps, 'db' | 'clock' | 'keys'>, name: string, who: string): Promise<boolean> {
  const key = keyOf(deps, `noted_${name}`, who);
  const limit = { key, atMost: 1, windowSeconds: quarterSeconds, longestDelaySeconds: 0 };
  return (await store.count(deps.db, [limit], deps.clock.now())).get(key) === null;
}

export const beforeRegistration = (deps: LimitDeps, limits: AccountLimits): Promise<void> =>
  demandRoom(deps, [{ name: 'registrations', who: client(), atMost: limits.registrationsPerHour, windowSeconds: hourSeconds }]);

/** Never refuses: whoever asks too often gets the same answer as everybody and no email. */
export const mayAskForEmail = async (deps: LimitDeps, limits: AccountLimits): Promise<boolean> =>
  (await firstFull(deps, [{ name: 'emails', who: client(), atMost: limits.emailsPerHour, windowSeconds: hourSeconds }])) === null;

/** In the transaction that queues the email: one that is not sent is not counted. */
export const hasRoomForEmail = async (
  tx: Tx,
  deps: Omit<LimitDeps, 'db'>,
  limits: AccountLimits,
  email: string,
  kind: string,
): Promise<boolean> => {
  const wanted = { name: 'emails_to', who: `${kind} ${email}`, atMost: limits.emailsPerAddressPerHour, windowSeconds: hourSeconds };
  return (await firstFull({ ...deps, db: tx }, [wanted])) === null;
};

export const beforeRefresh = (deps: LimitDeps, limits: AccountLimits, sessionId: string): Promise<void> =>
  demandRoom(deps, [{ name: 'refreshes', who: sessionId, atMost: limits.refreshesPerMinute, windowSeconds: 60 }]);
