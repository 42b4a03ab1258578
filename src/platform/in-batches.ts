/**
 * Changes or reads many rows in batches. No row stays locked for long, and an interrupted change can be
 * continued.
 */
import { type RawBuilder, sql } from 'kysely';
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';

export const batchSize = 1_000;
const hourMs = 3_600_000;

/**
 * Repeats the statement, which must limit itself to `size`, until it changes fewer rows. Returns the total
 * number of changed rows.
 */
export async function inBatches(
  db: Database,
  statement: RawBuilder<unknown>,
  size = batchSize,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < size) return changed;
  }
}

/**
 * Reads all rows in batches of `size`. `next` gets the last row so far, and returns at most `size` rows after
 * it.
 */
export async function* readInBatches<Row>(
  size: number,
  next: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await next(last);
    yield* rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

export type Aging = {
  /** Name of the cursor that stores the progress. */
  name: string;
  table: RawBuilder<unknown>;
  /** The time from which a row's age counts: the first column of an index on the table. */
  since: RawBuilder<unknown>;
  before: Date;
  /** Days before the cursor that every run reads again, for rows that were locked or in use at their time. */
  rereadDays?: number;
};

/**
 * Processes rows as they reach an age, for a table in which most rows stay. Each run reads only the time
 * since the last one, one hour at a time. No statement scans the remaining rows, however many there are.
 */
export async function processByAge(
  db: Database,
  { name, table, since, before, rereadDays = 0 }: Aging,
  batchOf: (from: Date, until: Date) => RawBuilder<unknown>,
): Promise<number> {
  const cursorMs = (await readCursor(db, name))?.getTime() ?? 0;
  let from = new Date(cursorMs - rereadDays * 24 * hourMs);
  let changed = 0;
  for (;;) {
    const { rows } = await sql<{ at: Date }>`
      select ${since} as at from ${table} where ${since} >= ${from} and ${since} < ${before} order by ${since} limit 1`.execute(
      db,
    );
    const first = rows[0]?.at;
    // The days that are read again do not move the cursor.
    if (first === undefined || first.getTime() > cursorMs) await moveCursor(db, name, first ?? before);
    if (first === undefined) return changed;
    from = new Date(Math.min(first.getTime() + hourMs, before.getTime()));
    changed += await inBatches(db, batchOf(first, from));
  }
}
