/** How much the database has read so far, which is independent of other load on the machine. */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

/**
 * `blocks`: 8 kB blocks, whether or not they were in memory. `inTurn`: rows read by sequential scans, by
 * table.
 */
export type Read = { blocks: number; inTurn: Map<string, number> };

export async function readSoFar(db: Database): Promise<Read> {
  // Each connection reports its statistics within a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const { rows: tables } = await sql<{ name: string; rows: number; blocks: number }>`
    select stat.relname as name, seq_tup_read::float8 as rows,
      (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::float8 as blocks
    from pg_stat_user_tables stat join pg_statio_user_tables io using (relid) where stat.schemaname = 'public'`.execute(
    db,
  );
  return {
    blocks: tables.reduce((sum, { blocks }) => sum + blocks, 0),
    inTurn: new Map(tables.map(({ name, rows }) => [name, rows])),
  };
}

export const readSince = (before: Read, after: Read): Read => ({
  blocks: after.blocks - before.blocks,
  inTurn: new Map([...after.inTurn].map(([name, rows]) => [name, rows - (before.inTurn.get(name) ?? 0)])),
});
