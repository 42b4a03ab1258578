/** Whether the database keeps what it is given. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from './database.ts';

/**
 * A commit alone would succeed on a full disk, because the row is rewritten in place and the log has room of its own. So more is counted
 * than fits into the memory for it: the rest goes to a file, on the disk that new orders need.
 */
export async function takesWrites(db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select count(*) from generate_series(1, 50000)`.execute(tx);
      await sql`insert into write_probe (id, written_at) values (1, now()) on conflict (id) do update set written_at = now()`.execute(tx);
    });
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}
