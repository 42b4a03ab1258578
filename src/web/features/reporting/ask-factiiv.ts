/**
 * Opens Factiiv in a popup and polls it every 500 ms for being closed or back. A response is accepted from
 * any channel: read from the popup itself, by a broadcast channel, or by a storage event.
 */
import { factiivReturnPath } from '#contract/pages.ts';
import {
  type Attempt,
  failures,
  graceMs,
  checkAnswer,
  pollEveryMs,
  popupFeatures,
  stateIn,
  type Verdict,
} from './answer.ts';
import { listenForAnswer } from './pass-answer.ts';

/** Null if the browser blocks popups; then this tab navigates instead. Must be called in a click handler. */
export const openPopup = (url: string): Window | null => window.open(url, '_blank', popupFeatures(window));

/**
 * `use` receives the result. After `closed` it may be called once more: a popup that lost its opener seems
 * closed while the user is still working in it. Returns a function that stops waiting.
 */
export function askFactiiv(popup: Window, attempt: Attempt, use: (verdict: Verdict) => void): () => void {
  let closedAt: number | null = null;
  const stop = (): void => {
    clearInterval(poll);
    stopListening();
  };
  const answered = (query: string): void => {
    stop();
    popup.close();
    use(checkAnswer(query, attempt));
  };
  const stopListening = listenForAnswer((query) => {
    // Another tab may have asked too; its response is not for this one.
    if (stateIn(query) !== attempt.state) return null;
    answered(query);
    return attempt.state;
  });
  const poll = setInterval(() => {
    const query = queryIn(popup);
    if (query !== null) return answered(query);
    closedAt = popup.closed ? (closedAt ?? Date.now()) : null;
    if (closedAt === null || Date.now() - closedAt < graceMs) return;
    clearInterval(poll);
    use({ granted: null, failure: failures.closed });
  }, pollEveryMs);
  return stop;
}

/**
 * Reads the response from a popup that returned to our page. Null before that, because pages of another
 * origin cannot be read.
 */
function queryIn(popup: Window): string | null {
  try {
    if (popup.location.pathname !== factiivReturnPath) return null;
    const query = popup.factiivAnswer ?? null;
    delete popup.factiivAnswer;
    return query;
  } catch {
    return null;
  }
}
