/**
 * Whether a user is logged in in this browser. Storage is the source of truth. Other tabs, the Back button,
 * and our own calls change it, and `check` reads it again after each change. On the server the session is
 * always `unknown`.
 */
import { isPaymentPath, isPrivatePath } from '#contract/pages.ts';
import { openStorage } from '#web/local-storage.ts';
import {
  type ActingAs,
  itemNames,
  readStoredSession,
  removeActingAs,
  removeSession,
  type Tokens,
  userIdOf,
  writeTokens,
} from './stored-session.ts';

export type Session =
  | { kind: 'unknown' }
  | { kind: 'guest' }
  | { kind: 'person'; who: string; actingAs: ActingAs | null };

const unknown: Session = { kind: 'unknown' };
const guest: Session = { kind: 'guest' };

let seen: Session = unknown;
const listeners = new Set<() => void>();
const sessionItems = new Set<string>(Object.values(itemNames));

function read(): Session {
  const stored = readStoredSession(openStorage());
  const who = userIdOf(stored);
  return who === null ? guest : { kind: 'person', who, actingAs: stored.actingAs };
}

const userIdIn = (session: Session): string | null => (session.kind === 'person' ? session.who : null);

/** Reads storage again and notifies listeners if the user changed. */
export function check(): void {
  const next = read();
  // Set by a script in the head, before the first paint (see early-page.ts).
  if (next.kind === 'guest') delete document.documentElement.dataset.session;
  if (next.kind === seen.kind && userIdIn(next) === userIdIn(seen)) return;
  seen = next;
  for (const listener of listeners) listener();
}

/** The same object until a user logs in or out. */
export function current(): Session {
  if (seen.kind === 'unknown') seen = read();
  return seen;
}
export const currentOnServer = (): Session => unknown;

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch();
  listeners.add(listener);
  check();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopWatching();
  };
}

/**
 * Starts a session with fresh tokens. False if browser storage is unavailable, so the user cannot stay logged
 * in. A new document follows this call and the ones that end a session, so they do not update the current
 * view.
 */
export function begin(tokens: Tokens): boolean {
  const storage = openStorage();
  removeActingAs(storage);
  return writeTokens(storage, tokens);
}

/** Ends the user's session: deletes everything the shop stored in this browser, for all tabs. */
export function clearStorage(): void {
  try {
    openStorage()?.clear();
  } catch {
    removeSession(openStorage());
  }
}

export const stopActing = (): void => removeActingAs(openStorage());

/** Hides the page and reloads it for the current user. */
function reloadHidden(): void {
  document.documentElement.hidden = true;
  window.location.reload();
}

/**
 * Handles a change by another tab. A personal page must not stay open for another user; other pages only
 * update their header.
 */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && !sessionItems.has(key)) return;
  const before = userIdIn(current());
  const now = userIdIn(read());
  const { pathname } = window.location;
  const isPersonal = isPaymentPath(pathname) || isPrivatePath(pathname);
  if (isPersonal && before !== null && before !== now && (key === null || now !== null)) reloadHidden();
  else check();
}

/** A page restored from the back/forward cache may show the data of a user who has logged out since. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted && userIdIn(current()) !== userIdIn(read())) reloadHidden();
}

function watch(): void {
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
}

function stopWatching(): void {
  window.removeEventListener('storage', onStorage);
  window.removeEventListener('pageshow', onPageShow);
}
