/** How far work that goes by the clock has come. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How far a sweep has read; null before its first run. */
export const readCursor = async (db: Database, name: string): Promise<Date | null> =>
  (await db.selectFrom('sweep_cursor').select('position').where('name', '=', name).executeTakeFirst())?.position ?? null;

/** Only forward: of two processes the one that came further counts. */
export async function moveCursor(db: Database, name: string, position: Date): Promise<void> {
  await db
    .insertInto('sweep_cursor')
    .values({ name, position })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ position: sql<Date>`greatest(sweep_cursor.position, excluded.position)` }),
    )
    .execute();
}
