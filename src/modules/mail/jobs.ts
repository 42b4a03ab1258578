/** Jobs of the outbox. */
import { mailConcurrency } from '#ports/mailer.ts';
import * as mail from './service.ts';

/**
 * `untilCalm`: delays receipts and similar emails while customers are being served, for minutes at most
 * (decision 0006).
 */
export function mailJobs(deps: mail.MailDeps & { untilCalm: () => Promise<void> }): void {
  deps.jobs.work('send-mail', ({ mailId }) => deps.untilCalm().then(() => mail.send(deps, mailId)), {
    concurrency: mailConcurrency,
  });
  deps.jobs.work('send-awaited-mail', ({ mailId }) => mail.send(deps, mailId));
  deps.jobs.work('sweep-mails', () => mail.sweepUnsent(deps), { concurrency: 1 });
  deps.jobs.schedule('sweep-mails', 60);
}
