/** Scheduled maintenance, and checks of the whole shop. */
import { auditJobs } from './audit/jobs.ts';
import { cleanAll } from './clean-all.ts';
import { checkStatus } from './status/check.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { systemClock } from '#ports/clock.ts';

const dayInMinutes = 24 * 60;

export function operationJobs(deps: Deps): void {
  auditJobs(deps);
  deps.jobs.work('check-status', async () => void (await checkStatus(deps.db, systemClock.now())), {
    concurrency: 1,
  });
  deps.jobs.schedule('check-status', 1);
  deps.jobs.work('clean-up', async () => void (await cleanAll(deps)), { concurrency: 1 });
  deps.jobs.schedule('clean-up', dayInMinutes);
  deps.jobs.schedule('check-audit-log', dayInMinutes);
}
