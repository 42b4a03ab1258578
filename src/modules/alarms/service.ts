/**
 * Alarms that staff must resolve. An alarm is a row, so it outlives the log line. The same subject is
 * reported once until it is resolved.
 */
import type { Database, Tx } from '#platform/database.ts';
import type { Logger } from '#platform/logger.ts';
import { sql } from 'kysely';

export type AlarmKind =
  | 'payment_review'
  | 'duplicate_payment'
  | 'two_intents'
  | 'unknown_intent'
  | 'dispute_opened'
  | 'refund_failed'
  | 'unmatched_charge'
  | 'missing_charge'
  | 'webhook_stuck'
  | 'mail_undeliverable'
  | 'order_overdue'
  | 'subscription_stuck'
  | 'two_subscriptions'
  | 'renewal_amount'
  | 'credit_invoice'
  | 'report_refused'
  | 'report_disputed'
  | 'bureau_key_lost'
  | 'edge_purge'
  | 'audit_log';

export async function raise(
  db: Database | Tx,
  log: Logger,
  kind: AlarmKind,
  subject: string,
  detail: string,
): Promise<void> {
  const raised = await db
    .insertInto('alarm')
    .values({ kind, subject, detail })
    // A resolved alarm that occurs again is raised again.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ detail, created_at: sql<Date>`now()`, resolved_at: null })
        .where('alarm.resolved_at', 'is not', null),
    )
    .executeTakeFirst();
  if (raised.numInsertedOrUpdatedRows === 1n) log.error({ alarm: kind, subject }, detail);
}

export const unresolved = (db: Database) =>
  db
    .selectFrom('alarm')
    .select(['kind', 'subject', 'detail', 'created_at'])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .execute();

/** Marks an alarm as resolved. Returns false when there is no such alarm, or it was resolved before. */
export async function resolve(db: Database | Tx, kind: string, subject: string): Promise<boolean> {
  const resolved = await db
    .updateTable('alarm')
    .set({ resolved_at: sql<Date>`now()` })
    .where(sql`kind`, '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return resolved.numUpdatedRows === 1n;
}
