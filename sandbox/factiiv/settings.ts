/** Settings of the Factiiv sandbox and their defaults. They survive a restart. */
import type { World } from './world.ts';

export type Settings = {
  /** Seconds after which each side approves automatically. Null waits for a person. */
  acceptAfterSeconds: number | null;
  /** Calls per minute for one key. Null means unlimited. */
  requestsPerMinute: number | null;
};

type Stored = Settings & { changedAtMs: number };

export const defaultSettings: Settings = { acceptAfterSeconds: 20, requestsPerMinute: 120 };

const name = 'settings';

/** `changedAtMs` is the time of the last change, 0 for never. */
export function settingsOf({ database }: World): Stored {
  const row = database.first('select value from setting where name = ?', name);
  return row === null ? { ...defaultSettings, changedAtMs: 0 } : (JSON.parse(String(row.value)) as Stored);
}

/** Omitted settings stay unchanged. */
export function changeSettings(world: World, changes: Partial<Settings>): Settings {
  const { changedAtMs: _before, ...settings } = { ...settingsOf(world), ...changes };
  world.database.changeSetting(name, JSON.stringify({ ...settings, changedAtMs: world.time.nowMs() }));
  return settings;
}

export const resetSettings = ({ database }: World): unknown =>
  database.run('delete from setting where name = ?', name);
