/**
 * Fresh tokens for old ones, one refresh at a time across all tabs: the server takes a refresh token once, and whoever sends it again
 * later is taken for a thief. Inside the lock storage is read again, because another tab may have been quicker.
 */
import { CallError, createClient } from '#contract/client.ts';
import { refreshToken as refreshTokenRow } from '#contract/accounts.ts';
import { underCrossTabLock, type SyncFirst } from '#web/cross-tab-lock.ts';
import type { BrowserStorage } from '#web/local-storage.ts';
import { readStoredSession, removeSession, type StoredSession, type Tokens, whoIs, writeTokens } from './stored-session.ts';

export type Refreshing = {
  send: typeof fetch;
  storage: () => BrowserStorage | null;
  /** Called after storage has changed. */
  onChange: () => void;
};

const lockName = 'refresh';
/** A tab that is refused now with the old token must find that another has just refreshed, although it may not see the new one yet. */
const holdMs = 250;
/**
 * So long another tab's refresh holds ours up. Then ours is sent as well: for twenty seconds the server answers the token before the last
 * with the same new one.
 */
const waitMs = 5_000;
export const refreshTokenNotFound = 'refresh token not found';

/** The server has spoken: this session is over. Anything but a final 401 says nothing about it. */
const isRefused = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/**
 * The session to repeat a request with, after the one it was sent with was not accepted. Throws `CallError`: `refresh token not found`
 * when none is stored, or the refusal of the refresh, after which the tokens are gone.
 */
export async function refreshed(sentWith: StoredSession, refreshing: Refreshing): Promise<StoredSession> {
  const stored = readStoredSession(refreshing.storage());
  if (isNewer(stored, sentWith)) return sameWho(sentWith, stored);
  return underCrossTabLock(lockName, (syncFirst) => refreshedInLock(sentWith, refreshing, syncFirst), { waitMs, holdMs });
}

async function refreshedInLock(sentWith: StoredSession, refreshing: Refreshing, syncFirst: SyncFirst): Promise<StoredSession> {
  const storage = refreshing.storage();
  await syncFirst(() => readStoredSession(storage).accessToken !== sentWith.accessToken);
  const stored = readStoredSession(storage);
  if (isNewer(stored, sentWith)) return sameWho(sentWith, stored);
  if (stored.refreshToken === null) throw new CallError(401, 'refresh_token_missing', refreshTokenNotFound);
  const sent = stored.refreshToken;
  const isOurs = (): boolean => readStoredSession(storage).refreshToken === sent;
  try {
    const tokens = await createClient(refreshing.send, '')(refreshTokenRow, { body: { refreshToken: sent } });
    // Somebody logged out, or in, while we waited: what they did counts.
    if (!isOurs()) return sameWho(sentWith, readStoredSession(storage));
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
 * Does work whose answer makes every token from before worthless. Nobody refreshes meanwhile: another tab would be taken for a thief. The
 * work refreshes with what it is given, since it holds the lock itself.
 */
export const replacingTokens = (
  refreshing: Refreshing,
  work: (refreshInside: typeof refreshed) => Promise<{ data: Tokens }>,
): Promise<void> =>
  underCrossTabLock(
    lockName,
    async (syncFirst) => {
      const storage = refreshing.storage();
      const before = whoIs(readStoredSession(storage));
      const { data } = await work((sentWith, inside) => refreshedInLock(sentWith, inside, syncFirst));
      // Somebody logged out, or in, while we waited: what they did counts.
      if (whoIs(readStoredSession(storage)) === before) writeTokens(storage, data);
      refreshing.onChange();
    },
    { waitMs },
  );

const isNewer = (stored: StoredSession, sentWith: StoredSession): boolean =>
  stored.accessToken !== null && stored.accessToken !== sentWith.accessToken;

/** What one person asked for is never sent in the name of another who has logged in meanwhile. */
function sameWho(sentWith: StoredSession, stored: StoredSession): StoredSession {
  if (sentWith.accessToken !== null && whoIs(sentWith) !== whoIs(stored)) throw new CallError(401, 'sign_in_required', 'Please log in');
  return stored;
}
