/** This process goes by what an operator has changed: from its start on, and within a moment of every later change, whichever process saved it. */
import { settingsReader } from '#modules/settings/service.ts';
import type { Deps } from '#platform/deps.ts';
import { listen } from '#platform/listen.ts';

/** A notification that was missed does no harm for longer. */
const checkEveryMs = 30_000;

/** Answers how to stop. Rejects where the settings cannot be read: a shop does not start with other values than its own. */
export async function watchSettings({ db, log }: Pick<Deps, 'db' | 'log'>, databaseUrl: string): Promise<() => Promise<void>> {
  const read = settingsReader(db);
  await read();
  const check = (): void => void read().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read'));
  const stopListening = listen(databaseUrl, 'settings_changed', { onNews: check, log });
  const timer = setInterval(check, checkEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await stopListening();
  };
}
