/**
 * Saves records in versions: each save creates one, names the version it is based on, and is recorded in the
 * audit log. To restore an earlier version is to save its content again.
 */
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { History, Version } from './store.ts';

type Save<Content extends object> = {
  object: string;
  /** The version that this save is based on; 0 before the first. */
  version: number;
  content: Content;
  /** The audit entry. Null when nothing differs: then nothing is stored. */
  toAct: (
    newest: Version<Content> | undefined,
  ) => Pick<audit.AuditEntry, 'action' | 'object' | 'before' | 'after'> | null;
};

/** Throws `changed_meanwhile`. */
export async function saveVersion<Content extends object>(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Person,
  history: History<Content>,
  { object, version: seen, content, toAct }: Save<Content>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const findUnchanged = async () => {
      const [newest] = await history.list(tx, object, 1);
      const { version = 0, at: changedAt = null, by: changedBy = null } = newest ?? {};
      assertUnchanged({ version, changedAt, changedBy }, seen);
      return newest;
    };
    const act = toAct(await findUnchanged());
    if (act === null) return;
    const version = seen + 1;
    if (
      !(await history.insert(tx, { object, version, at: deps.clock.now(), by: caller.userId, ...content }))
    ) {
      // The other save is committed by now, so this names its author.
      await findUnchanged();
      throw new DomainError('changed_meanwhile');
    }
    await audit.recordStaffAct(tx, deps, caller, { ...act, detail: { version } });
  });
}

/** Who saved it, and when; null for defaults that were never changed. */
export const changeOf = (newest: { at: Date; by: string | null } | undefined) =>
  newest === undefined ? null : { at: newest.at.toISOString(), by: newest.by || null };

/** A record's state and its versions as the console shows them, newest first. */
export async function readVersions<Content extends object>(
  db: Database,
  history: History<Content>,
  object: string,
  atMost: number,
) {
  const versions = await history.list(db, object, atMost);
  return {
    version: versions[0]?.version ?? 0,
    changed: changeOf(versions[0]),
    versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
  };
}
