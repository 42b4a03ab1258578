/** Waiting for something that happens elsewhere, without sleeping for a guessed time. */

const everyMs = 15;

/** Asks `look` again and again until it answers something other than null, undefined or false. Throws after `withinMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await check();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
