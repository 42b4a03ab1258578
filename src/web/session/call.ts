/**
 * Calls our API with the stored session: bearer token, identity headers, and one refresh per request after a
 * 401 or 403. If the session has ended, a public call is repeated as a guest. Acting as a customer without a
 * grant ends at the first 403, and the session continues as the administrator's own.
 */
import '#web/without-eval.ts';
import { me } from '#contract/accounts.ts';
import { CallError, type Client, createClient } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { describeRefusal } from './say-refusal.ts';
import { openStorage } from '#web/local-storage.ts';
import { type Refreshing, refreshed, replacingTokens } from './refresh.ts';
import { check } from './session.ts';
import { traceparent } from './traceparent.ts';
import {
  headersOf,
  noSession,
  readStoredSession,
  removeActingAs,
  removeSession,
  type StoredSession,
  type Tokens,
  userIdOf,
} from './stored-session.ts';

const isNotAccepted = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 401 || error.status === 403);

const isActingRefused = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'impersonation_refused';

export function sessionClient(refreshing: Refreshing, refresh = refreshed): Client {
  const callWith = (session: StoredSession): Client =>
    createClient(
      (input, init) =>
        refreshing.send(input, { ...init, headers: { ...init?.headers, ...headersOf(session) } }),
      '',
      describeRefusal,
    );

  /** The session to retry with; null if the call works without one. */
  const nextTry = async (endpoint: Endpoint, sentWith: StoredSession): Promise<StoredSession | null> => {
    try {
      return await refresh(sentWith, refreshing);
    } catch (error) {
      const isLoggedOut = readStoredSession(refreshing.storage()).refreshToken === null;
      if (isLoggedOut) removeSession(refreshing.storage());
      refreshing.onChange();
      if (isLoggedOut && endpoint.access === 'public') return null;
      throw error;
    }
  };

  /**
   * A live grant allows reading the customer, so rejecting that too means that there is no grant. Any other
   * rejection concerns one endpoint.
   */
  const hasGrant = (endpoint: Endpoint, session: StoredSession): Promise<boolean> =>
    endpoint.path === me.path
      ? Promise.resolve(false)
      : callWith(session)(me).then(
          () => true,
          (error: unknown) => !isActingRefused(error),
        );

  /** Only a public read is repeated. Other calls meant for the customer must not run as the administrator. */
  const endActing = (endpoint: Endpoint, sentWith: StoredSession): StoredSession | null => {
    const storage = refreshing.storage();
    if (userIdOf(readStoredSession(storage)) === userIdOf(sentWith)) removeActingAs(storage);
    refreshing.onChange();
    return endpoint.access === 'public' && endpoint.method === 'GET' ? { ...sentWith, actingAs: null } : null;
  };

  return async (endpoint, ...sent) => {
    const session = readStoredSession(refreshing.storage());
    try {
      return await callWith(session)(endpoint, ...sent);
    } catch (error) {
      if (session.actingAs !== null && isActingRefused(error)) {
        if (await hasGrant(endpoint, session)) throw error;
        const ownSession = endActing(endpoint, session);
        if (ownSession === null) throw error;
        return callWith(ownSession)(endpoint, ...sent);
      }
      const isGuest = session.accessToken === null && session.refreshToken === null;
      // A refresh does not help if staff lack a permission or need a fresh code.
      if (
        !isNotAccepted(error) ||
        (endpoint.access === 'staff' && error.status === 403) ||
        (isGuest && endpoint.access === 'public')
      )
        throw error;
      return callWith((await nextTry(endpoint, session)) ?? noSession)(endpoint, ...sent);
    }
  };
}

const inBrowser: Refreshing = {
  send: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, traceparent: traceparent() } }),
  storage: openStorage,
  onChange: check,
};
export const call: Client = sessionClient(inBrowser);

/**
 * For a call that returns new tokens and invalidates the old ones. The new tokens are stored before any tab
 * can use the old ones again.
 */
export const callForTokens = (
  call: (callInside: Client) => Promise<{ data: Tokens }>,
  refreshing = inBrowser,
): Promise<void> =>
  replacingTokens(refreshing, (refreshInside) => call(sessionClient(refreshing, refreshInside)));
