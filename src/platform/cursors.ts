/** Cursors of timed work: how far each sweep has come. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How far a sweep has read; null before its first run. */
export const readCursor = async (db: Database, name: string): Promise<Date | null> =>
  (await db.selectFrom('sweep_cursor').select('position').where('name', '=', name).executeTakeFirst())
    ?.position ?? null;

/** Moves forward only: with two processes, the later position wins. */
export async function moveCursor(db: Database, name: string, position: Date): Promise<void> {
  await db
    .insertInto('sweep_cursor')
    .values({ name, position })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ position: sql<Date>`greatest(sweep_cursor.position, excluded.position)` }),
    )
    .execute();
}

/** For rows stamped by the database's clock, which may differ from ours. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]?.now ?? new Date(Number.NaN);
}
