/** SQL for pending edge cache purges. Uses the database clock: a demo's clock does not affect a cache. */
import type { EdgeKey } from '#kernel/edge-keys.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Due = { id: number; key: string; ageSeconds: number; isSecond: boolean };

const batchSize = 1_000;

/** Purges that were never sent, and those whose second purge is due. */
export async function due(db: Database, secondAfterSeconds: number): Promise<Due[]> {
  return db
    .selectFrom('edge_purge')
    .select(['id', 'key', sql<number>`extract(epoch from now() - made_at)::float8`.as('ageSeconds')])
    .select((eb) => eb('purged_at', 'is not', null).$castTo<boolean>().as('isSecond'))
    .where((eb) =>
      eb.or([
        eb('purged_at', 'is', null),
        eb('purged_at', '<=', sql<Date>`now() - make_interval(secs => ${secondAfterSeconds})`),
      ]),
    )
    .orderBy('id')
    .limit(batchSize)
    .execute();
}

export async function recordPurged(tx: Tx, rows: Due[]): Promise<void> {
  const idsOf = (isSecond: boolean): number[] =>
    rows.filter((row) => row.isSecond === isSecond).map(({ id }) => id);
  const [first, second] = [idsOf(false), idsOf(true)];
  if (second.length > 0) await tx.deleteFrom('edge_purge').where('id', 'in', second).execute();
  if (first.length > 0)
    await tx
      .updateTable('edge_purge')
      .set({ purged_at: sql<Date>`now()` })
      .where('id', 'in', first)
      .execute();
}

export const add = (db: Database | Tx, keys: EdgeKey[]) =>
  db
    .insertInto('edge_purge')
    .values(keys.map((key) => ({ key })))
    .execute();
