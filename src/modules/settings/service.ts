/**
 * What an operator has changed, as this process knows it. Each process reads it at its start, when the database tells that something was
 * saved, and whenever it looks whether its kept pages are still right: a page is never drawn from older values than its version says.
 */
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { shareReads } from '#platform/shared-read.ts';
import { insert, readCurrent, valueAt, versionsOf } from './store.ts';
import { allUsual, type StoredKey, toShop, type Values } from './values.ts';

/** Reads what counts and has this process go by it. Answers its version: equal versions are equal values. */
export const settingsReader = (db: Database): (() => Promise<string>) =>
  shareReads(async () => {
    const { values, version } = await readCurrent(db);
    globalThis.shopSettings = toShop(values);
    return version;
  });

type Change<K extends StoredKey> = {
  key: K;
  /** The one that it was made from. */
  version: number;
  value: Values[K];
  action: string;
  object: string;
  /** What the audit log keeps of it; all of it unless told. */
  toKeep?: (before: Values[K], after: Values[K]) => { before: object; after: object };
};

/** Throws `changed_meanwhile`. When it answers, this process goes by it; the others have been told with the commit. */
export async function saveVersion<K extends StoredKey>(deps: Deps, caller: Person, change: Change<K>): Promise<void> {
  const { key, version, value, action, object, toKeep = (before, after) => ({ before, after }) } = change;
  await deps.db.transaction().execute(async (tx) => {
    const [before] = await versionsOf(tx, key, 1);
    assertUnchanged({ version: before?.version ?? 0, changedAt: before?.at ?? null, changedBy: before?.by ?? null }, version);
    // Nothing to go back to, and nothing to tell.
    if (isDeepStrictEqual(before?.value ?? allUsual[key], value)) return;
    const isNew = await insert(tx, { key, version: version + 1, value, at: deps.clock.now(), by: caller.userId });
    if (!isNew) throw new DomainError('changed_meanwhile');
    const entry = { actorId: caller.userId, action, object, isStored: true as const, detail: { version: version + 1 } };
    await audit.record(tx, deps, { ...entry, ...toKeep(before?.value ?? allUsual[key], value) });
  });
  await settingsReader(deps.db)();
}

export type Seller = { name: string; address: string[]; email: string; phone: string };

/** Who issued a document, as it was called on the day on which it was issued. */
export async function sellerAt(db: Database, at: Date): Promise<Seller> {
  const { companyName: name, address, email, phone } = await valueAt(db, 'company', at);
  return { name, address, email, phone };
}
