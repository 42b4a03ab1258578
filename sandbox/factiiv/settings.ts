/** How the stand-in behaves until it is told otherwise. Settings survive a restart. */
import type { World } from './world.ts';

export type Settings = {
  /** Each side accepts by itself so many seconds after it was its turn; null waits for a person. */
  acceptAfterSeconds: number | null;
  /** Calls of the API for one key; null for no limit. */
  requestsPerMinute: number | null;
};

type Stored = Settings & { changedAtMs: number };

export const defaultSettings: Settings = { acceptAfterSeconds: 20, requestsPerMinute: 120 };

const name = 'settings';

/** `changedAtMs` is when they were changed last, 0 for never. */
export function settingsOf({ database }: World): Stored {
  const row = database.first('select value from setting where name = ?', name);
  return row === null ? { ...defaultSettings, changedAtMs: 0 } : (JSON.parse(String(row.value)) as Stored);
}

/** What is not named stays as it is. */
export function changeSettings(world: World, changes: Partial<Settings>): Settings {
  const { changedAtMs: _before, ...settings } = { ...settingsOf(world), ...changes };
  world.database.changeSetting(name, JSON.stringify({ ...settings, changedAtMs: world.time.nowMs() }));
  return settings;
}

export const forgetSettings = ({ database }: World): unknown => database.run('delete from setting where name = ?', name);
