/**
 * One question to Factiiv in a window of its own, asked every 500 ms whether it is closed or back. An answer counts whichever way it comes:
 * read in the window itself, by a broadcast channel, or by a storage event.
 */
import { factiivReturnPath } from '#kernel/pages.ts';
import { type Attempt, failures, graceMs, judge, pollEveryMs, popupFeatures, stateIn, type Verdict } from './answer.ts';
import { listenForAnswer } from './handover.ts';

/** Null where the browser opens no window: then this tab has to go. Must be called as a button is pressed. */
export const openPopup = (url: string): Window | null => window.open(url, '_blank', popupFeatures(window));

/**
 * `use` hears what came of it. After `closed` it may hear once more: a window whose tie to this one was cut seems closed while somebody is
 * still busy in it. Answers the function that ends the waiting.
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
    use(judge(query, attempt));
  };
  const stopListening = listenForAnswer((query) => {
    // Another tab may be asking too: what it is answered is not for this one.
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

/** Takes the answer out of a window that is back on our own page; null before, because nobody reads the pages of another origin. */
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
