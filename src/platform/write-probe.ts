/** Whether the database accepts writes. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from './database.ts';

/**
 * Writes more than fits in memory, so the rest goes to a file on the disk that new orders need. A commit
 * alone would succeed on a full disk, because the row is updated in place and the log has reserved space.
 */
export async function acceptsWrites(db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select count(*) from generate_series(1, 50000)`.execute(tx);
      await sql`insert into write_probe (id, written_at) values (1, now()) on conflict (id) do update set written_at = now()`.execute(
        tx,
      );
    });
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}
