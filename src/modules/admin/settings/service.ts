/**
 * Settings as staff see and change them. Each save is a new version; old ones stay in the history and can be
 * saved again.
 */
import type * as contract from '#contract/admin/settings.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { readGroup, saveGroup } from '#modules/settings/service.ts';
import { settingHistory } from '#modules/settings/store.ts';
import { type SettingKey, settingKeys, defaultValues } from '#modules/settings/values.ts';
import { changeOf } from '#modules/versions/service.ts';
import { textOf } from '#platform/masking.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

type Wire = Handled<typeof contract.staffReadSettings>;
type Save = Received<typeof contract.staffSaveSettings>['body'];

const historyAtMost = 50;

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

export async function listSettings({
  db,
}: Pick<Deps, 'db'>): Promise<Handled<typeof contract.staffListSettings>> {
  const newest = await settingHistory.newestOfEach(db);
  return {
    groups: settingKeys.map((key) => {
      const row = newest.get(key);
      return {
        key,
        version: row?.version ?? 0,
        changed: changeOf(row),
        isUsual: row === undefined || isSame(row.value, defaultValues[key]),
      };
    }),
  };
}

export const readSettings = async ({ db }: { db: Database }, key: SettingKey): Promise<Wire> =>
  (await readGroup(db, key, historyAtMost)) as Wire;

/** Throws `changed_meanwhile`. */
export async function saveSettings(deps: Deps, caller: Person, { key, version, value }: Save): Promise<Wire> {
  await saveGroup(deps, caller, {
    key,
    version,
    value,
    action: 'settings_changed',
    object: `settings:${key}`,
  });
  return readSettings(deps, key);
}
