/**
 * Decides whether this process should receive traffic. `/healthz` only reports that the process is running.
 * This check also requires that the database answers in time, has a compatible schema, and accepts writes,
 * and that the job workers still poll. The number of pending jobs is no reason, because all processes share
 * it and would all be taken out together. The metrics report it.
 */
import { sql } from 'kysely';
import { connectionRefusal, type Database } from '#platform/database.ts';
import { causeOf } from '#platform/database-trouble.ts';
import type { Jobs } from '#platform/jobs.ts';
import { readMigrations } from '#platform/migration-files.ts';
import { type Applied, appliedColumns, incompatibleMigration } from '#platform/schema-fit.ts';
import { within } from '#platform/within.ts';
import { acceptsWrites } from '#platform/write-probe.ts';

/** A successful write is valid for this long. */
const writeCountsForMs = 5_000;
/** Workers poll every second, even while all their jobs hang, because some workers are always idle. */
const silentAtMostMs = 60_000;

export type ReadinessParts = {
  isDraining: () => boolean;
  jobs: Pick<Jobs, 'silentMs'>;
  /** A database slower than this is not ready. */
  answerWithinMs?: number;
};

/** Returns null when ready, otherwise the reason. Concurrent callers share one check. */
export function createReadiness(
  db: Database,
  { isDraining, jobs, answerWithinMs = 500 }: ReadinessParts,
): () => Promise<string | null> {
  let answer: Promise<string | null> | null = null;
  let writtenAt = -Infinity;
  const last = readMigrations().then((migrations) => migrations.at(-1)?.name ?? '');
  const check = async (): Promise<string | null> => {
    try {
      const { reason, isReadOnly } = await ask(db, await last);
      // A failed test write also drops a connection to a primary that has become a replica.
      if (reason !== null || (!isReadOnly && performance.now() - writtenAt < writeCountsForMs)) return reason;
      if (!(await acceptsWrites(db))) return 'the database does not accept writes';
      writtenAt = performance.now();
      return null;
    } catch (error) {
      return `the database does not answer: ${causeOf(error)}`;
    } finally {
      answer = null;
    }
  };
  return async () => {
    if (isDraining()) return 'stopping';
    answer ??= check();
    return (await within(answerWithinMs, answer, () => slowReason(db))) ?? silence(jobs.silentMs());
  };
}

/**
 * Connecting has a longer timeout than this. When every attempt was refused, the database is reported as
 * unreachable, not as slow.
 */
function slowReason(db: Database): string {
  const refusal = connectionRefusal(db);
  return refusal === null
    ? 'the database is slow to answer'
    : `the database does not answer: ${causeOf(refusal)}`;
}

const silence = (silentMs: number): string | null =>
  silentMs > silentAtMostMs
    ? `the job worker has not polled for ${Math.round(silentMs / 1_000)} seconds`
    : null;

async function ask(db: Database, last: string): Promise<{ reason: string | null; isReadOnly: boolean }> {
  const { rows } = await sql<Applied & { isReadOnly: boolean }>`
    select ${sql.raw(appliedColumns)}, current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from schema_migration where name collate "C" >= ${last}`.execute(db);
  const fits = rows.some(({ name }) => name === last) && incompatibleMigration(last, rows) === null;
  return {
    reason: fits ? null : 'the database schema does not fit this code',
    isReadOnly: rows[0]?.isReadOnly === true,
  };
}
