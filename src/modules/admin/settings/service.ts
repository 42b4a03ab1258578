/** Settings as staff see and change them. A save is a new version: what it was stays in the history, and can be saved again. */
import type * as contract from '#contract/admin/settings.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { settingsReader } from '#modules/settings/service.ts';
import * as store from '#modules/settings/store.ts';
import { type SettingKey, settingKeys, usualValues } from '#modules/settings/values.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import { textOf } from '#platform/masking.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';

type Wire = Handled<typeof contract.staffReadSettings>;
type Save = Received<typeof contract.staffSaveSettings>['body'];

const historyAtMost = 50;

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

export async function listSettings({ db }: Pick<Deps, 'db'>): Promise<Handled<typeof contract.staffListSettings>> {
  const newest = new Map((await store.newestOfEach(db)).map((row) => [row.key, row]));
  return {
    groups: settingKeys.map((key) => {
      const row = newest.get(key);
      return {
        key,
        version: row?.version ?? 0,
        changed: row === undefined ? null : { at: row.changed_at.toISOString(), by: row.first_name },
        isUsual: row === undefined || isSame(row.value, usualValues[key]),
      };
    }),
  };
}

export async function readSettings({ db }: { db: Database }, key: SettingKey): Promise<Wire> {
  const versions = await store.versionsOf(db, key, historyAtMost);
  const [newest] = versions;
  return {
    key,
    version: newest?.version ?? 0,
    changed: newest === undefined ? null : { at: newest.at.toISOString(), by: newest.by },
    value: newest?.value ?? usualValues[key],
    usual: usualValues[key],
    history: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
  } as Wire;
}

/** Throws `changed_meanwhile`. When it answers, this process goes by it; the others have been told with the commit. */
export async function saveSettings(deps: Deps, caller: Person, { key, version, value }: Save): Promise<Wire> {
  await deps.db.transaction().execute(async (tx) => {
    const [before] = await store.versionsOf(tx, key, 1);
    assertUnchanged({ version: before?.version ?? 0, changedAt: before?.at ?? null, changedBy: before?.by ?? null }, version);
    const isNew = await store.insert(tx, { key, version: version + 1, value, at: deps.clock.now(), by: caller.userId });
    if (!isNew) throw new DomainError('changed_meanwhile');
    await audit.record(tx, deps, {
      ...{ actorId: caller.userId, action: 'settings_changed', object: `settings:${key}`, isStored: true },
      ...{ before: before?.value ?? usualValues[key], after: value, detail: { version: version + 1 } },
    });
  });
  await settingsReader(deps.db)();
  return readSettings(deps, key);
}
