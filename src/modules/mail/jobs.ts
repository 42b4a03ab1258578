/** The work of the outbox. */
import { mailsAtOnce } from '#ports/mailer.ts';
import * as mail from './service.ts';

export function mailJobs(deps: mail.MailDeps): void {
  deps.jobs.work('send-mail', ({ mailId }) => mail.send(deps, mailId), { concurrency: mailsAtOnce });
  deps.jobs.work('sweep-mails', () => mail.sweepUnsent(deps), { concurrency: 1 });
  deps.jobs.schedule('sweep-mails', 60);
}
