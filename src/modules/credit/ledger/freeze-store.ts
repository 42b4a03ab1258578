/** SQL for freezes. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Freeze = {
  id: string;
  kind: 'past_due' | 'staff' | 'changed_company';
  reason: string;
  startedAt: Date;
};

export const openOf = async (db: Database | Tx, accountId: string): Promise<Freeze[]> =>
  (
    await db
      .selectFrom('credit_freeze')
      .select(['id', 'kind', 'reason', 'started_at'])
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .orderBy('started_at')
      .execute()
  ).map(({ id, kind, reason, started_at: startedAt }) => ({ id, kind, reason, startedAt }));

type NewFreeze = Pick<Freeze, 'id' | 'kind' | 'reason'> & {
  accountId: string;
  actorId: string | null;
  now: Date;
};

/** Returns false if a freeze of this kind exists. */
export async function insert(
  tx: Tx,
  { id, accountId, kind, reason, actorId, now }: NewFreeze,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('credit_freeze')
    .values({ id, account_id: accountId, kind, reason, started_at: now, actor_id: actorId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function end(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('credit_freeze')
    .set({ ended_at: sql<Date>`greatest(${now}::timestamptz, started_at)` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
