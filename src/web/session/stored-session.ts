/**
 * The session in browser storage, under the specification's names. Storage may contain anything. A token that
 * is invalid in a header reads as none, because `fetch` would throw.
 */
import { readItem, type BrowserStorage, writeItem } from '#web/local-storage.ts';

export const itemNames = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  adminAsUser: 'adminAsUser',
  loginUserId: 'loginUserId',
  loginUserEmail: 'loginUserEmail',
} as const;

export type Tokens = { accessToken: string; refreshToken: string };

/** The customer that an administrator acts as. The server decides whether that is allowed. */
export type ActingAs = { userId: string; email: string };

export type StoredSession = {
  accessToken: string | null;
  refreshToken: string | null;
  actingAs: ActingAs | null;
};

export const noSession: StoredSession = { accessToken: null, refreshToken: null, actingAs: null };

const readable = (storage: BrowserStorage | null, name: string, pattern: RegExp): string | null => {
  const text = readItem(storage, name);
  return text !== null && pattern.test(text) ? text : null;
};

const token = /^[\w.~+/=-]{1,4096}$/;
const plainText = /^[\x21-\x7e]{1,254}$/;

export function readStoredSession(storage: BrowserStorage | null): StoredSession {
  const isActing = readItem(storage, itemNames.adminAsUser) === 'true';
  return {
    accessToken: readable(storage, itemNames.accessToken, token),
    refreshToken: readable(storage, itemNames.refreshToken, token),
    actingAs: isActing
      ? {
          userId: readable(storage, itemNames.loginUserId, plainText) ?? '',
          email: readable(storage, itemNames.loginUserEmail, plainText) ?? '',
        }
      : null,
  };
}

/** False if browser storage is unavailable: the session ends with the page. */
export function writeTokens(storage: BrowserStorage | null, tokens: Tokens): boolean {
  return (
    writeItem(storage, itemNames.refreshToken, tokens.refreshToken) &&
    writeItem(storage, itemNames.accessToken, tokens.accessToken)
  );
}

/** Ends acting as a customer; the administrator's own session stays. */
export function removeActingAs(storage: BrowserStorage | null): void {
  for (const name of [itemNames.adminAsUser, itemNames.loginUserId, itemNames.loginUserEmail])
    writeItem(storage, name, null);
}

/** Removes the session and leaves the cart. */
export function removeSession(storage: BrowserStorage | null): void {
  removeActingAs(storage);
  for (const name of [itemNames.refreshToken, itemNames.accessToken]) writeItem(storage, name, null);
}

/**
 * The headers of a request. The server follows the identity headers only for an administrator with a live
 * grant.
 */
export const headersOf = ({ accessToken, actingAs }: StoredSession): Record<string, string> => ({
  ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
  ...(actingAs === null
    ? {}
    : { 'admin-as-user': 'true', 'user-id': actingAs.userId, 'user-email': actingAs.email }),
});

/**
 * An identifier of the logged-in user, stable across tokens; null for a guest. For comparison only; it is not
 * verified.
 */
export function userIdOf({ accessToken, actingAs }: StoredSession): string | null {
  if (accessToken === null) return null;
  return actingAs === null ? subjectOf(accessToken) : `${subjectOf(accessToken)} as ${actingAs.userId}`;
}

function subjectOf(accessToken: string): string {
  try {
    const [, payload = ''] = accessToken.split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : 'unknown';
  } catch {
    return 'unknown';
  }
}
