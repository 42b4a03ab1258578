/**
 * Calls our API as whoever is logged in: bearer token and identity headers from storage, and one refresh per request when the server
 * answers 401 or 403. A public call whose session turns out to be over is repeated as a guest's: it needs nobody.
 */
import '#web/without-eval.ts';
import { CallError, type Client, createClient } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openShelf } from '#web/shelf.ts';
import { type Refreshing, refreshed } from './refresh.ts';
import { look } from './session.ts';
import { headersOf, noSession, readStoredSession, removeSession, type StoredSession } from './stored-session.ts';

const isNotAccepted = (error: unknown): boolean => error instanceof CallError && (error.status === 401 || error.status === 403);

export function sessionClient(refreshing: Refreshing): Client {
  const callWith = (session: StoredSession): Client =>
    createClient((input, init) => refreshing.send(input, { ...init, headers: { ...init?.headers, ...headersOf(session) } }), '');

  /** The session to try again with; null where the call can do without one. */
  const nextTry = async (row: Endpoint, sentWith: StoredSession): Promise<StoredSession | null> => {
    try {
      return await refreshed(sentWith, refreshing);
    } catch (error) {
      const isOver = readStoredSession(refreshing.shelf()).refreshToken === null;
      if (isOver) removeSession(refreshing.shelf());
      refreshing.onChange();
      if (isOver && row.access === 'public') return null;
      throw error;
    }
  };

  return async (row, ...sent) => {
    const session = readStoredSession(refreshing.shelf());
    try {
      return await callWith(session)(row, ...sent);
    } catch (error) {
      const isGuest = session.accessToken === null && session.refreshToken === null;
      if (!isNotAccepted(error) || (isGuest && row.access === 'public')) throw error;
      return callWith((await nextTry(row, session)) ?? noSession)(row, ...sent);
    }
  };
}

const inBrowser: Refreshing = { send: (input, init) => fetch(input, init), shelf: openShelf, onChange: look };
export const callAs: Client = sessionClient(inBrowser);

/**
 * Fresh tokens without waiting for the old ones to end: after a new password, a copy that somebody has of the old ones ends the session
 * instead of living on in it. Never throws: where it does not work, the next request finds out.
 */
export async function renewTokens(refreshing = inBrowser): Promise<void> {
  await refreshed(readStoredSession(refreshing.shelf()), refreshing).catch(() => undefined);
}
