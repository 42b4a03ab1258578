/**
 * This process's copy of the operator's settings. Each process reads them at startup, on a change
 * notification, and when it validates its cached pages. A page is never rendered from older values than its
 * version states.
 */
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { Settings } from '#platform/settings.ts';
import { shareReads } from '#platform/shared-read.ts';
import { insert, readCurrent, valueAt, versionsOf } from './store.ts';
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
export async function saveVersion<K extends StoredKey>(
  deps: Deps,
  caller: Person,
  change: Change<K>,
): Promise<void> {
  const { key, version, value, action, object, toKeep = (before, after) => ({ before, after }) } = change;
  await deps.db.transaction().execute(async (tx) => {
    const [before] = await versionsOf(tx, key, 1);
    assertUnchanged(
      { version: before?.version ?? 0, changedAt: before?.at ?? null, changedBy: before?.by ?? null },
      version,
    );
    // The value is unchanged, so there is nothing to store or record.
    if (isDeepStrictEqual(before?.value ?? allDefaults[key], value)) return;
    const isNew = await insert(tx, {
      key,
      version: version + 1,
      value,
      at: deps.clock.now(),
      by: caller.userId,
    });
    if (!isNew) throw new DomainError('changed_meanwhile');
    const entry = {
      actorId: caller.userId,
      action,
      object,
      isStored: true as const,
      detail: { version: version + 1 },
    };
    await audit.record(tx, deps, { ...entry, ...toKeep(before?.value ?? allDefaults[key], value) });
  });
  await deps.settings.refresh();
}

export type Seller = { name: string; address: string[]; email: string; phone: string };

/** The seller's details as of the day a document was issued. */
export async function sellerAt(db: Database, at: Date): Promise<Seller> {
  const { companyName: name, address, email, phone } = await valueAt(db, 'company', at);
  return { name, address, email, phone };
}
