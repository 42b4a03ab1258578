/**
 * Delivers alarms. The database records a notice for each recipient in the transaction that raised the alarm;
 * a scheduled job sends them. Emails to one address are combined. Each webhook call is a separate job,
 * retried for about a day.
 */
import { alarmsEmail } from '#modules/mail/emails/staff.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as store from './recipient-store.ts';

const batchSize = 500;

/** The console page where alarms are resolved. */
const path = '/admin/health';

export const sendAlarms = ({ db, ...deps }: Deps): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const waiting = await store.takeWaiting(tx, batchSize);
    const byEmail = Object.groupBy(
      waiting.filter(({ to }) => to.kind === 'email'),
      ({ recipientId }) => recipientId,
    );
    for (const notices of Object.values(byEmail)) {
      const [first, ...others] = notices ?? [];
      if (first === undefined) continue;
      const all: [typeof first, ...typeof others] = [first, ...others];
      const email = alarmsEmail({ alarms: all, path, ...senderOf(deps) });
      await mail.queue(tx, deps, { kind: 'alarms', orderId: null, to: first.to.address, email });
      await store.move(
        tx,
        all.map(({ id }) => id),
        'told',
      );
    }
    const hooks = waiting.filter(({ to }) => to.kind === 'webhook').map(({ id }) => id);
    await store.move(tx, hooks, 'leaving');
    await deps.jobs.enqueueAll(
      tx,
      'post-alarm',
      hooks.map((noticeId) => ({ noticeId })),
    );
  });

/** Delivers at least once; `id` is the same in every retry. A failure is shown with the recipient. */
export async function postAlarm(deps: Deps, noticeId: string): Promise<void> {
  const { db, alarmHook, publicOrigin } = deps;
  const notice = await store.findLeaving(db, noticeId);
  if (notice === null) return;
  const { id, kind, subject, detail, rungAt, address } = notice;
  try {
    if (alarmHook === undefined) throw new Error('webhooks are turned off in this shop');
    // Chat programs display `text`.
    await alarmHook.post(address, {
      text: detail,
      id,
      kind,
      subject,
      detail,
      at: rungAt.toISOString(),
      console: `${publicOrigin}${path}`,
    });
  } catch (error) {
    await store.move(
      db,
      [id],
      'leaving',
      error instanceof Error ? error.message.slice(0, 300) : 'the webhook could not be reached',
    );
    throw error;
  }
  await store.move(db, [id], 'told');
}
