/** Loads the operator's settings at startup and reloads them shortly after any process saves a change. */
import type { Deps } from '#modules/shared/deps.ts';
import { listen } from '#platform/listen.ts';

/** Upper bound for the effect of a missed notification. */
const checkEveryMs = 30_000;

/**
 * Returns a function that stops the watch. Rejects when the settings cannot be read: the shop never starts
 * with default values in their place.
 */
export async function watchSettings(
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
  databaseUrl: string,
): Promise<() => Promise<void>> {
  await settings.refresh();
  const check = (): void =>
    void settings
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read'));
  const stopListening = listen(databaseUrl, 'settings_changed', { onNews: check, log });
  const timer = setInterval(check, checkEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await stopListening();
  };
}
