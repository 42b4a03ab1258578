/** Scheduled maintenance. */
import { edgeJobs } from '#modules/edge/jobs.ts';
import type { Deps } from '#platform/deps.ts';
import { systemClock } from '#ports/clock.ts';
import { auditJobs } from './audit/jobs.ts';
import { bulkJobs } from './bulk/jobs.ts';
import { cleanAll } from './clean-all.ts';
import { exportJobs } from './exports/jobs.ts';
import { healthJobs } from './health/jobs.ts';
import { checkStatus } from './status/check.ts';

const dayInMinutes = 24 * 60;

export function adminJobs(deps: Deps): void {
  bulkJobs(deps);
  exportJobs(deps);
  auditJobs(deps);
  healthJobs(deps, 1);
  edgeJobs(deps);
  deps.jobs.work('check-status', async () => void (await checkStatus(deps.db, systemClock.now())), {
    concurrency: 1,
  });
  deps.jobs.schedule('check-status', 1);
  deps.jobs.work('clean-up', async () => void (await cleanAll(deps)), { concurrency: 1 });
  deps.jobs.schedule('clean-up', dayInMinutes);
  deps.jobs.schedule('check-audit-log', dayInMinutes);
}
