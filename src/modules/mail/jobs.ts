/** The work of the outbox. */
import type { Deps } from '#platform/deps.ts';
import * as mail from './service.ts';

export function mailJobs(deps: Deps): void {
  deps.jobs.work('send-mail', ({ mailId }) => mail.send(deps, mailId), { concurrency: 4 });
}
