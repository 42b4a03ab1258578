/** A statement that changes many rows, a thousand at a time: none of them is held for long. */
import type { RawBuilder } from 'kysely';
import type { Database } from '#platform/database.ts';

export const batchSize = 1_000;

/** Repeats the statement, which must limit itself to `batchSize`, until it finds less. Answers how many rows it changed in all. */
export async function inBatches(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < batchSize) return changed;
  }
}
