/**
 * Refreshes tokens, one refresh at a time across all tabs. The server accepts a refresh token once and treats
 * a later reuse as theft. Inside the lock storage is read again, because another tab may have refreshed
 * already.
 */
import { CallError, createClient } from '#contract/client.ts';
import { refreshToken as refreshTokenRow } from '#contract/accounts.ts';
import { underCrossTabLock, type SyncFirst } from '#web/cross-tab-lock.ts';
import type { BrowserStorage } from '#web/local-storage.ts';
import {
  readStoredSession,
  removeSession,
  type StoredSession,
  type Tokens,
  userIdOf,
  writeTokens,
} from './stored-session.ts';

export type Refreshing = {
  send: typeof fetch;
  storage: () => BrowserStorage | null;
  /** Called after storage changed. */
  onChange: () => void;
};

const lockName = 'refresh';
/**
 * Holds the lock until other tabs can see the new tokens in storage. A tab that was rejected with the old
 * token then finds that another one refreshed.
 */
const holdMs = 250;
/**
 * How long another tab's refresh delays this one. After that this one is sent too: for 20 s the server
 * answers the previous token with the same new one.
 */
const waitMs = 5_000;
export const refreshTokenNotFound = 'refresh token not found';

/** A 401 from the refresh means that the session has ended. Other errors do not. */
const isRefused = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/**
 * Returns the session for repeating a request after its session was rejected. Throws `CallError`: `refresh
 * token not found` if none is stored, or the rejection of the refresh, after which the tokens are removed.
 */
export async function refreshed(sentWith: StoredSession, refreshing: Refreshing): Promise<StoredSession> {
  const stored = readStoredSession(refreshing.storage());
  if (isNewer(stored, sentWith)) return assertSameUser(sentWith, stored);
  return underCrossTabLock(lockName, (syncFirst) => refreshedInLock(sentWith, refreshing, syncFirst), {
    waitMs,
    holdMs,
  });
}

async function refreshedInLock(
  sentWith: StoredSession,
  refreshing: Refreshing,
  syncFirst: SyncFirst,
): Promise<StoredSession> {
  const storage = refreshing.storage();
  await syncFirst(() => readStoredSession(storage).accessToken !== sentWith.accessToken);
  const stored = readStoredSession(storage);
  if (isNewer(stored, sentWith)) return assertSameUser(sentWith, stored);
  if (stored.refreshToken === null) throw new CallError(401, 'refresh_token_missing', refreshTokenNotFound);
  const sent = stored.refreshToken;
  const isOurs = (): boolean => readStoredSession(storage).refreshToken === sent;
  try {
    const tokens = await createClient(refreshing.send, '')(refreshTokenRow, { body: { refreshToken: sent } });
    // The user has logged in or out since; that state wins.
    if (!isOurs()) return assertSameUser(sentWith, readStoredSession(storage));
    if (!writeTokens(storage, tokens)) return { ...stored, ...tokens };
    return readStoredSession(storage);
  } catch (error) {
    if (isRefused(error) && isOurs()) removeSession(storage);
    throw error;
  } finally {
    refreshing.onChange();
  }
}

/**
 * Runs a call whose response invalidates all earlier tokens. It holds the refresh lock, because a refresh in
 * another tab would look like theft. The call gets its own refresh function, because the lock is taken.
 */
export const replacingTokens = (
  refreshing: Refreshing,
  work: (refreshInside: typeof refreshed) => Promise<{ data: Tokens }>,
): Promise<void> =>
  underCrossTabLock(
    lockName,
    async (syncFirst) => {
      const storage = refreshing.storage();
      const before = userIdOf(readStoredSession(storage));
      const { data } = await work((sentWith, inside) => refreshedInLock(sentWith, inside, syncFirst));
      // The user has logged in or out since; that state wins.
      if (userIdOf(readStoredSession(storage)) === before) writeTokens(storage, data);
      refreshing.onChange();
    },
    { waitMs },
  );

const isNewer = (stored: StoredSession, sentWith: StoredSession): boolean =>
  stored.accessToken !== null && stored.accessToken !== sentWith.accessToken;

/** A request of one user is never repeated as another user who has logged in since. */
function assertSameUser(sentWith: StoredSession, stored: StoredSession): StoredSession {
  if (sentWith.accessToken !== null && userIdOf(sentWith) !== userIdOf(stored))
    throw new CallError(401, 'sign_in_required', 'Please log in');
  return stored;
}
