/** Disputes by customers about reports, as staff read and answer them. */
import * as audit from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as alarms from '#modules/alarms/service.ts';
import * as notices from './notices.ts';
import * as reading from './reading-store.ts';

/** Oldest first. */
export async function openDisputes(
  db: Database,
): Promise<{ id: string; email: string; disputedAt: Date; message: string }[]> {
  const rows = await db
    .selectFrom('reporting_item')
    .innerJoin('app_user', 'app_user.id', 'reporting_item.user_id')
    .select(['reporting_item.id', 'email', 'disputed_at', 'dispute_message'])
    .where('disputed_at', 'is not', null)
    .where('answered_at', 'is', null)
    .orderBy('disputed_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    disputedAt: row.disputed_at ?? new Date(0),
    message: row.dispute_message ?? '',
  }));
}

/** Emails the answer to the customer. Returns false if no dispute is waiting for an answer. */
export async function answerDispute({ db, ...deps }: Deps, id: string, answer: string): Promise<boolean> {
  const isAnswered = await db.transaction().execute(async (tx) => {
    const found = await reading.answerDispute(tx, id, answer, deps.clock.now());
    if (found === null) return false;
    await notices.notify(tx, deps, found.userId, {
      kind: 'report_answered',
      what: await notices.describe(tx, found.reportId),
      answer,
    });
    await audit.record(tx, deps, { actorId: audit.terminal, action: 'report_answered', object: id });
    return true;
  });
  if (isAnswered) await alarms.resolve(db, 'report_disputed', id);
  return isAnswered;
}
