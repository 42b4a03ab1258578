/** Work that keeps the house, by the clock alone. */
import { forgetOldAccounts } from '#modules/accounts/clean-up.ts';
import * as contact from '#modules/contact/service.ts';
import { edgeJobs } from '#modules/edge/jobs.ts';
import { ringForOverdue } from '#modules/fulfilment/service.ts';
import type { Deps } from '#platform/deps.ts';
import { systemClock } from '#ports/clock.ts';
import { auditJobs } from './audit/jobs.ts';
import { bulkJobs } from './bulk/jobs.ts';
import { cleanUp } from './clean-up.ts';
import { exportJobs } from './exports/jobs.ts';
import { forgetListFiles } from './exports/make.ts';
import { healthJobs } from './health/jobs.ts';
import { checkStatus } from './status/check.ts';
import { keepTotals } from './overview/totals.ts';

const dayInMinutes = 24 * 60;

export function adminJobs(deps: Deps): void {
  bulkJobs(deps);
  exportJobs(deps);
  auditJobs(deps);
  healthJobs(deps, 1);
  edgeJobs(deps);
  deps.jobs.work('check-status', async () => void (await checkStatus(deps.db, systemClock.now())), { concurrency: 1 });
  deps.jobs.schedule('check-status', 1);
  deps.jobs.work(
    'clean-up',
    async () =>
      void deps.log.info(
        {
          ...(await cleanUp(deps)),
          ...(await contact.forgetOld(deps)),
          ...(await forgetOldAccounts(deps)),
          listFiles: await forgetListFiles(deps),
          overdueOrders: await ringForOverdue(deps),
          days: await keepTotals(deps),
        },
        'cleaned up',
      ),
    { concurrency: 1 },
  );
  deps.jobs.schedule('clean-up', dayInMinutes);
  deps.jobs.schedule('check-audit-log', dayInMinutes);
}
