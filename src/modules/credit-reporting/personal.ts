/** What happens to reporting when an account is deleted. */
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { endOf } from './connect.ts';

/**
 * Ends the connection and deletes its key, scores, dispute texts, and the business's identity. Reported facts
 * stay: Factiiv has them, and they must never be reported twice. The caller holds the lock on the person.
 */
export async function end(tx: Tx, deps: Pick<Deps, 'clock'>, userId: string): Promise<void> {
  await endOf(tx, deps, userId);
  const connections = await tx
    .updateTable('bureau_connection')
    .set({ bureau_user_id: '', profile_id: '', business_name: null })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  for (const { id } of connections)
    await tx.updateTable('bureau_report').set({ profile_id: '' }).where('connection_id', '=', id).execute();
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
