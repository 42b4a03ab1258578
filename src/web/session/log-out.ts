/** Logging out: the server ends the session, this browser forgets everything, and a new document begins at the root of the site. */
import { codeOfPath, homeIn } from '#kernel/page-languages.ts';
import '#web/without-eval.ts';
import { logout } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import { clearStorage } from './session.ts';
import { readStoredSession } from './stored-session.ts';
import { openStorage } from '#web/local-storage.ts';

/** The specification's: long enough to see that something happens. */
const spinnerMs = 800;

/** So long a browser whose calls end with the page (Firefox before 133) waits for the answer. */
const answerWithinMs = 3_000;

const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Outlives the page, which does not wait for the answer. */
const callLast = createClient((input, init) => fetch(input, { ...init, keepalive: true }), '');

export async function logOut(): Promise<void> {
  const { refreshToken } = readStoredSession(openStorage());
  // Whoever is offline is logged out here all the same; the server's side of the session then ends by itself.
  const told = refreshToken === null ? undefined : callLast(logout, { body: { refreshToken } }).catch(() => undefined);
  // Whoever does not wait, and closes the tab or goes elsewhere, has logged out as well.
  window.addEventListener('pagehide', clearStorage, { once: true });
  await wait(spinnerMs);
  if (!('keepalive' in Request.prototype)) await Promise.race([told, wait(answerWithinMs)]);
  clearStorage();
  window.location.replace(homeIn(codeOfPath(window.location.pathname)));
}
