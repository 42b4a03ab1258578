/**
 * Whether this process should be sent customers. `/healthz` only says that the process lives; this asks what an order needs of this
 * process: the database answers it in time, has a shape that its code can work with and takes writes, and it still looks for the work that follows an order.
 * How much work waits is no reason: all processes share it, so all would be sent away together. The metrics tell that.
 */
import { sql } from 'kysely';
import { connectionRefusal, type Database } from '#platform/database.ts';
import { causeOf } from '#platform/database-trouble.ts';
import type { Jobs } from '#platform/jobs.ts';
import { readMigrations } from '#platform/migration-files.ts';
import { type Applied, appliedColumns, unbearable } from '#platform/schema-fit.ts';
import { takesWrites } from '#platform/write-probe.ts';

const answerWithinMs = 500;
/** A write that worked speaks for this long. */
const writeCountsForMs = 5_000;
/** Workers look every second, also while all their jobs hang: there are always others. */
const silentAtMostMs = 60_000;

export type ReadinessParts = { isDraining: () => boolean; jobs: Pick<Jobs, 'silentMs'> };

/** Answers null when ready, else the reason. There is one question at a time, however many ask and however long it takes. */
export function createReadiness(db: Database, { isDraining, jobs }: ReadinessParts): () => Promise<string | null> {
  let answer: Promise<string | null> | null = null;
  let writtenAt = -Infinity;
  const last = readMigrations().then((migrations) => migrations.at(-1)?.name ?? '');
  const askOnce = async (): Promise<string | null> => {
    try {
      const { reason, isReadOnly } = await ask(db, await last);
      // The try to write is also what parts with a connection to a primary that has become a replica.
      if (reason !== null || (!isReadOnly && performance.now() - writtenAt < writeCountsForMs)) return reason;
      if (!(await takesWrites(db))) return 'the database takes no writes';
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
    answer ??= askOnce();
    return (await inTime(answer, () => connectionRefusal(db))) ?? silence(jobs.silentMs());
  };
}

/** Connecting is tried for longer than this. Where each try is refused, the database is not slow: it is away. */
async function inTime(answer: Promise<string | null>, refusal: () => unknown): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const sayLate = (): string =>
    refusal() === null ? 'the database is slow to answer' : `the database does not answer: ${causeOf(refusal())}`;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(sayLate()), answerWithinMs);
  });
  const reason = await Promise.race([answer, late]);
  clearTimeout(timer);
  return reason;
}

const silence = (silentMs: number): string | null =>
  silentMs > silentAtMostMs ? `this process has not looked for work for ${Math.round(silentMs / 1_000)} seconds` : null;

async function ask(db: Database, last: string): Promise<{ reason: string | null; isReadOnly: boolean }> {
  const { rows } = await sql<Applied & { isReadOnly: boolean }>`
    select ${sql.raw(appliedColumns)}, current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from schema_migration where name collate "C" >= ${last}`.execute(db);
  const fits = rows.some(({ name }) => name === last) && unbearable(last, rows) === null;
  return { reason: fits ? null : 'the database has a shape that this code cannot work with', isReadOnly: rows[0]?.isReadOnly === true };
}
