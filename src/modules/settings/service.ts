/**
 * This process's copy of the operator's settings. Each process reads them at startup, on a change
 * notification, and when it validates its cached pages. A page is never rendered from older values than its
 * version states.
 */
import { isDeepStrictEqual } from 'node:util';
import { readVersions, saveVersion } from '#modules/versions/service.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { Settings } from '#modules/shared/settings.ts';
import { shareReads } from '#platform/shared-read.ts';
import { completed, readCurrent, settingHistory, valueAt } from './store.ts';
import { allDefaults, type StoredKey, toShop, type Values } from './values.ts';

/** This process's settings: the defaults until the first `refresh`. */
export function createSettings(db: Database): Settings {
  let snapshot = toShop({});
  return {
    current: () => snapshot,
    refresh: shareReads(async () => {
      const { values, version } = await readCurrent(db);
      snapshot = toShop(values);
      return version;
    }),
  };
}

/** A group for the console: its current and default values, and its versions, newest first. */
export async function readGroup<K extends StoredKey>(db: Database, key: K, versionsAtMost: number) {
  const { versions, ...state } = await readVersions(db, settingHistory, key, versionsAtMost);
  return {
    ...state,
    key,
    value: completed(key, versions[0]?.value),
    usual: allDefaults[key],
    history: versions.map(({ value, ...version }) => ({ ...version, value: completed(key, value) })),
  };
}

type Change<K extends StoredKey> = {
  key: K;
  /** The version that this change is based on. */
  version: number;
  value: Values[K];
  action: string;
  object: string;
  /** The part recorded in the audit log. Default: everything. */
  toKeep?: (before: Values[K], after: Values[K]) => { before: object; after: object };
};

/**
 * Throws `changed_meanwhile`. On return this process uses the new value; the others were notified on commit.
 */
export async function saveGroup<K extends StoredKey>(
  deps: Deps,
  caller: Person,
  change: Change<K>,
): Promise<void> {
  const { key, version, value, action, object, toKeep = (before, after) => ({ before, after }) } = change;
  await saveVersion(deps, caller, settingHistory, {
    object: key,
    version,
    content: { value },
    toAct: (newest) => {
      const before = completed(key, newest?.value);
      return isDeepStrictEqual(before, value) ? null : { action, object, ...toKeep(before, value) };
    },
  });
  await deps.settings.refresh();
}

export type Seller = { name: string; address: string[]; email: string; phone: string };

/** The seller's details as of the day a document was issued. */
export async function sellerAt(db: Database, at: Date): Promise<Seller> {
  const { companyName: name, address, email, phone } = await valueAt(db, 'company', at);
  return { name, address, email, phone };
}
