/** SQL for the sealed results of audit log checks. */
import type { Database } from '#platform/database.ts';

export type Check = {
  askedBy: string | null;
  startedAt: Date;
  endedAt: Date;
  entries: number;
  isWhole: boolean;
  position: number;
  newestHash: string;
  violations: string[];
};

/** The fields that a check's seal covers. */
export type Sealed = Pick<Check, 'startedAt' | 'isWhole' | 'position' | 'newestHash' | 'violations'>;

export async function insertCheck(db: Database, check: Check, seal: string): Promise<void> {
  const { askedBy, startedAt, endedAt, entries, isWhole, position, newestHash, violations } = check;
  await db
    .insertInto('audit_check')
    .values({
      ...{
        asked_by: askedBy,
        started_at: startedAt,
        ended_at: endedAt,
        entries,
        is_whole: isWhole,
        position,
        newest_hash: newestHash,
        seal,
      },
      violations: JSON.stringify(violations),
    })
    .execute();
}

/** Returns checks with a seal, valid or not, newest first: one per night, plus one per request. */
export async function sealedChecks(db: Database): Promise<(Sealed & { id: number; seal: string })[]> {
  const rows = await db
    .selectFrom('audit_check')
    .select(['id', 'seal', 'started_at', 'is_whole', 'position', 'newest_hash', 'violations'])
    .where('seal', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...{
      id: row.id,
      seal: row.seal ?? '',
      startedAt: row.started_at,
      isWhole: row.is_whole,
      position: row.position ?? 0,
    },
    ...{ newestHash: row.newest_hash, violations: row.violations as string[] },
  }));
}
