/**
 * Logs out: the server ends the session, this browser clears its storage, and the home page loads in a new
 * document.
 */
import { codeOfPath, homePathOf } from '#kernel/page-languages.ts';
import '#web/without-eval.ts';
import { logout } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import { clearStorage } from './session.ts';
import { readStoredSession } from './stored-session.ts';
import { openStorage } from '#web/local-storage.ts';

/** Specified: long enough to see a response to the click. */
const spinnerMs = 800;

/** How long browsers without `keepalive` (Firefox before 133) wait for the response. */
const answerWithinMs = 3_000;

const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Outlives the page, which does not wait for the response. */
const callLast = createClient((input, init) => fetch(input, { ...init, keepalive: true }), '');

export async function logOut(): Promise<void> {
  const { refreshToken } = readStoredSession(openStorage());
  // Offline users are logged out here as well; the session on the server then expires.
  const logoutCall =
    refreshToken === null ? undefined : callLast(logout, { body: { refreshToken } }).catch(() => undefined);
  // Closing the tab or navigating away before the response also logs out.
  window.addEventListener('pagehide', clearStorage, { once: true });
  await wait(spinnerMs);
  if (!('keepalive' in Request.prototype)) await Promise.race([logoutCall, wait(answerWithinMs)]);
  clearStorage();
  window.location.replace(homePathOf(codeOfPath(window.location.pathname)));
}
