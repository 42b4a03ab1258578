/** Statements that change many rows, a thousand at a time: none of them is held for long, and whoever breaks off goes on from there. */
import { type RawBuilder, sql } from 'kysely';
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';

export const batchSize = 1_000;
const hourMs = 3_600_000;

/** Repeats the statement, which must limit itself to `size`, until it finds less. Answers how many rows it changed in all. */
export async function inBatches(db: Database, statement: RawBuilder<unknown>, size = batchSize): Promise<number> {
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < size) return changed;
  }
}

export type Aging = {
  /** Of the cursor that says how far it came. */
  name: string;
  table: RawBuilder<unknown>;
  /** From when a row's age counts: what an index of the table begins with. */
  since: RawBuilder<unknown>;
  before: Date;
  /** So far back it looks again each time: at rows that were held, or in use, when they came of age. */
  againDays?: number;
};

/**
 * For a table in which most rows stay. Each day looks only at what has come of age since the last one, an hour of it at a time: no statement
 * reads past the rows that stay, however many those have become.
 */
export async function asTheyAge(
  db: Database,
  { name, table, since, before, againDays = 0 }: Aging,
  batchOf: (from: Date, until: Date) => RawBuilder<unknown>,
): Promise<number> {
  const reached = (await readCursor(db, name))?.getTime() ?? 0;
  let from = new Date(reached - againDays * 24 * hourMs);
  let changed = 0;
  for (;;) {
    const { rows } = await sql<{ at: Date }>`
      select ${since} as at from ${table} where ${since} >= ${from} and ${since} < ${before} order by ${since} limit 1`.execute(db);
    const first = rows[0]?.at;
    // Not in the time that is looked at again.
    if (first === undefined || first.getTime() > reached) await moveCursor(db, name, first ?? before);
    if (first === undefined) return changed;
    from = new Date(Math.min(first.getTime() + hourMs, before.getTime()));
    changed += await inBatches(db, batchOf(first, from));
  }
}
