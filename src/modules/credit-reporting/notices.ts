/** Emails to customers about reporting, and alarms for staff. */
import { worded } from '#kernel/language.ts';
import type { TextOrInput } from '#modules/mail/emails/account-words.ts';
import * as users from '#modules/accounts/people/store.ts';
import { type ReportingNews, reportingEmail } from '#modules/mail/emails/reporting.ts';
import { type SenderDeps, senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import * as alarms from '#modules/alarms/service.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

type NoticeDeps = SenderDeps & Pick<Deps, 'clock' | 'jobs'>;

/** Runs in the transaction that records the fact, so the email is sent once. */
export async function notify(tx: Tx, deps: NoticeDeps, userId: string, news: ReportingNews): Promise<void> {
  const user = await users.find(tx, userId);
  if (user === undefined || user.deleted_at !== null) return;
  const email = reportingEmail(news, { ...senderOf(deps), firstName: user.first_name });
  await mail.queue(tx, deps, { kind: news.kind, orderId: null, to: user.email, email });
}

/** Describes the subject of a report for use in a sentence. */
export async function describe(tx: Tx, reportId: string): Promise<TextOrInput> {
  const report = await tx
    .selectFrom('bureau_report')
    .select(['kind', 'trade', 'fields'])
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  const fields = report.fields as {
    relationDescription?: string;
    activityType?: string;
    amount?: number;
    date?: string;
  };
  if (fields.relationDescription !== undefined) return `${fields.relationDescription} ($${fields.amount})`;
  const about = { amount: `$${fields.amount}`, date: fields.date ?? '' };
  if (fields.activityType === 'payment') return worded('The payment of {amount} on {date}', about);
  if (fields.activityType !== undefined) return worded('The charge of {amount} on {date}', about);
  return report.trade.startsWith('line:')
    ? worded('A change of your Net 30 account')
    : worded('A correction of a purchase');
}

export async function reportRejected(
  tx: Tx,
  deps: NoticeDeps,
  { userId, reportId, reason }: { userId: string; reportId: string; reason: string },
): Promise<void> {
  await notify(tx, deps, userId, { kind: 'report_rejected', what: await describe(tx, reportId), reason });
}

export const scoreChanged = (
  tx: Tx,
  deps: NoticeDeps,
  { userId, from, to }: { userId: string; from: number | null; to: number | null },
): Promise<void> => notify(tx, deps, userId, { kind: 'score_changed', from, to });

/** `lost`: not caused by the bureau. */
export const connectionRevoked = (
  tx: Tx,
  deps: NoticeDeps,
  userId: string,
  cause: 'taken_back' | 'lost',
): Promise<void> => notify(tx, deps, userId, { kind: 'bureau_revoked', cause });

export const alarm = (
  tx: Tx,
  { log }: Pick<Deps, 'log'>,
  kind: 'report_refused' | 'report_disputed' | 'bureau_key_lost',
  subject: string,
  detail: string,
): Promise<void> => alarms.raise(tx, log, kind, subject, detail);
