/** Waits for something that happens elsewhere, without a guessed sleep. */

const oftenMs = 10;
const seldomMs = 150;

/**
 * Polls quickly at first, then after a tenth of the time waited so far, so a long wait does not keep a core
 * busy.
 */
const pauseAfter = (waitedMs: number): number => Math.min(seldomMs, Math.max(oftenMs, waitedMs / 10));

/** Calls `check` until it returns something other than null, undefined, or false. Throws after `withinMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const seen = await check();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`timed out after ${withinMs} ms until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)));
  }
}
