/** What becomes of reporting when an account is deleted. */
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { endOf } from './connect.ts';

/**
 * The connection ends and its key is forgotten, as are scores, what was written in disputes, and whose business it was. What was reported
 * stays as the fact that it was: Factiiv has it, and a fact is never to be reported twice. The person is locked by the caller.
 */
export async function end(tx: Tx, deps: Pick<Deps, 'clock'>, userId: string): Promise<void> {
  await endOf(tx, deps, userId);
  const connections = await tx
    .updateTable('bureau_connection')
    .set({ bureau_user_id: '', profile_id: '', business_name: null })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  for (const { id } of connections) await tx.updateTable('bureau_report').set({ profile_id: '' }).where('connection_id', '=', id).execute();
  await tx.deleteFrom('credit_score').where('user_id', '=', userId).execute();
  const now = deps.clock.now();
  await tx
    .updateTable('reporting_item')
    .set({ state: 'not_reported', reason: 'The account was deleted', changed_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .execute();
  await tx
    .updateTable('reporting_item')
    .set({ dispute_message: '' })
    .where('user_id', '=', userId)
    .where('dispute_message', 'is not', null)
    .execute();
}
