/**
 * Whether somebody is logged in in this browser, for every page. Storage is the truth and this is the view of it: other tabs, the Back
 * button and our own calls change storage, and each change ends in `look`. The server never knows: there it is `unknown`.
 */
import { isPaymentPath, isPrivatePath } from '#kernel/pages.ts';
import { openStorage } from '#web/local-storage.ts';
import {
  type ActingAs,
  itemNames,
  readStoredSession,
  removeActingAs,
  removeSession,
  type Tokens,
  whoIs,
  writeTokens,
} from './stored-session.ts';

export type Session = { kind: 'unknown' } | { kind: 'guest' } | { kind: 'person'; who: string; actingAs: ActingAs | null };

const unknown: Session = { kind: 'unknown' };
const guest: Session = { kind: 'guest' };

let seen: Session = unknown;
const listeners = new Set<() => void>();
const sessionItems = new Set<string>(Object.values(itemNames));

function read(): Session {
  const stored = readStoredSession(openStorage());
  const who = whoIs(stored);
  return who === null ? guest : { kind: 'person', who, actingAs: stored.actingAs };
}

const whoIn = (session: Session): string | null => (session.kind === 'person' ? session.who : null);

/** Looks at storage again and tells everybody when somebody else is logged in now. */
export function check(): void {
  const next = read();
  // Set by a script in the head, before anything was drawn (see early-page.ts).
  if (next.kind === 'guest') delete document.documentElement.dataset.session;
  if (next.kind === seen.kind && whoIn(next) === whoIn(seen)) return;
  seen = next;
  for (const listener of listeners) listener();
}

/** The same object until somebody logs in or out. */
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
 * Begins a session with fresh tokens. False where this browser keeps nothing, so nobody can stay logged in.
 * This function and the ones that end a session are followed by a new document, so they leave the view of this one alone.
 */
export function begin(tokens: Tokens): boolean {
  const storage = openStorage();
  removeActingAs(storage);
  return writeTokens(storage, tokens);
}

/** The person ends the session: everything that this browser keeps for the shop goes, in all tabs. */
export function clearStorage(): void {
  try {
    openStorage()?.clear();
  } catch {
    removeSession(openStorage());
  }
}

export const stopActing = (): void => removeActingAs(openStorage());

/** Shows nothing of what is on the page, and loads it anew for whoever is logged in now. */
function startAfresh(): void {
  document.documentElement.hidden = true;
  window.location.reload();
}

/** Another tab wrote. A page about one person must not stay open for another one; other pages only change their header. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && !sessionItems.has(key)) return;
  const before = whoIn(current());
  const now = whoIn(read());
  const { pathname } = window.location;
  const isPersonal = isPaymentPath(pathname) || isPrivatePath(pathname);
  if (isPersonal && before !== null && before !== now && (key === null || now !== null)) startAfresh();
  else check();
}

/** A page that was asleep comes back as it was, with the name and the data of somebody who may have logged out since. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted && whoIn(current()) !== whoIn(read())) startAfresh();
}

function watch(): void {
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
}

function stopWatching(): void {
  window.removeEventListener('storage', onStorage);
  window.removeEventListener('pageshow', onPageShow);
}
