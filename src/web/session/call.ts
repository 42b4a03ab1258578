/**
 * Calls our API as whoever is logged in: bearer token and identity headers from storage, and one refresh per request when the server
 * answers 401 or 403. A public call whose session turns out to be over is repeated as a guest's: it needs nobody.
 */
import '#web/without-eval.ts';
import { CallError, type Client, createClient } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sayRefusal } from './say-refusal.ts';
import { openStorage } from '#web/local-storage.ts';
import { type Refreshing, refreshed, replacingTokens } from './refresh.ts';
import { check } from './session.ts';
import { traceparent } from './traceparent.ts';
import { headersOf, noSession, readStoredSession, removeSession, type StoredSession, type Tokens } from './stored-session.ts';

const isNotAccepted = (error: unknown): error is CallError => error instanceof CallError && (error.status === 401 || error.status === 403);

export function sessionClient(refreshing: Refreshing, refresh = refreshed): Client {
  const callWith = (session: StoredSession): Client =>
    createClient(
      (input, init) => refreshing.send(input, { ...init, headers: { ...init?.headers, ...headersOf(session) } }),
      '',
      sayRefusal,
    );

  /** The session to try again with; null where the call can do without one. */
  const nextTry = async (row: Endpoint, sentWith: StoredSession): Promise<StoredSession | null> => {
    try {
      return await refresh(sentWith, refreshing);
    } catch (error) {
      const isOver = readStoredSession(refreshing.storage()).refreshToken === null;
      if (isOver) removeSession(refreshing.storage());
      refreshing.onChange();
      if (isOver && row.access === 'public') return null;
      throw error;
    }
  };

  return async (row, ...sent) => {
    const session = readStoredSession(refreshing.storage());
    try {
      return await callWith(session)(row, ...sent);
    } catch (error) {
      const isGuest = session.accessToken === null && session.refreshToken === null;
      // What staff may not do, or not without a fresh code, no other token would open.
      if (!isNotAccepted(error) || (row.access === 'staff' && error.status === 403) || (isGuest && row.access === 'public')) throw error;
      return callWith((await nextTry(row, session)) ?? noSession)(row, ...sent);
    }
  };
}

const inBrowser: Refreshing = {
  send: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, traceparent: traceparent() } }),
  storage: openStorage,
  onChange: check,
};
export const call: Client = sessionClient(inBrowser);

/** For a call that answers new tokens and ends the old ones: they are kept before any tab can use the old ones again. */
export const callForTokens = (call: (callInside: Client) => Promise<{ data: Tokens }>, refreshing = inBrowser): Promise<void> =>
  replacingTokens(refreshing, (refreshInside) => call(sessionClient(refreshing, refreshInside)));
