/**
 * Saves records in versions: each save creates one, names the version it is based on, and is recorded in the
 * audit log. To restore an earlier version is to save its content again.
 */
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './store.ts';

type Save<Content extends object> = {
  object: string;
  /** The version that this save is based on; 0 before the first. */
  version: number;
  content: Content;
  /** The audit entry. Null when nothing differs: then nothing is stored. */
  toAct: (
    newest: store.Version<Content> | undefined,
  ) => Pick<audit.AuditEntry, 'action' | 'object' | 'before' | 'after'> | null;
};

/** Throws `changed_meanwhile`. */
export async function saveVersion<Content extends object>(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Person,
  history: store.History<Content>,
  { object, version, content, toAct }: Save<Content>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const act = toAct(await findUnchanged(tx, history, object, version));
    if (act === null) return;
    const next = { object, version: version + 1, at: deps.clock.now(), by: caller.userId, ...content };
    if (!(await store.insert(tx, history, next))) {
      // The other save is committed by now, so this names its author.
      await findUnchanged(tx, history, object, version);
      throw new DomainError('changed_meanwhile');
    }
    await audit.recordStaffAct(tx, deps, caller, { ...act, detail: { version: version + 1 } });
  });
}

/** Returns the newest version, undefined before the first save. */
async function findUnchanged<Content extends object>(
  tx: Tx,
  history: store.History<Content>,
  object: string,
  version: number,
): Promise<store.Version<Content> | undefined> {
  const [newest] = await store.list(tx, history, object, 1);
  assertUnchanged(
    { version: newest?.version ?? 0, changedAt: newest?.at ?? null, changedBy: newest?.by ?? null },
    version,
  );
  return newest;
}

/** Who saved it, and when; null for defaults that were never changed. */
export const changeOf = (newest: { at: Date; by: string | null } | undefined) =>
  newest === undefined ? null : { at: newest.at.toISOString(), by: newest.by || null };

/** A record's state and its versions as the console shows them, newest first. */
export async function readVersions<Content extends object>(
  db: Database,
  history: store.History<Content>,
  object: string,
  atMost: number,
) {
  const versions = await store.list(db, history, object, atMost);
  const [newest] = versions;
  return {
    version: newest?.version ?? 0,
    changed: changeOf(newest),
    versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
  };
}
