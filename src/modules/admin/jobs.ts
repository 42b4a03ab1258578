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
  deps.jobs.work('clean-up', () => cleanAll(deps), { concurrency: 1 });
  deps.jobs.schedule('clean-up', dayInMinutes);
  deps.jobs.schedule('check-audit-log', dayInMinutes);
}

/** Each of these six for itself: one that fails keeps no other from its work, only its own later steps. Throws at the end when one did, so that the queue tries again. */
async function cleanAll(deps: Deps): Promise<void> {
  const cleaned = {};
  const failures: unknown[] = [];
  const parts: (() => Promise<object>)[] = [
    () => cleanUp(deps),
    () => contact.forgetOld(deps),
    () => forgetOldAccounts(deps),
    async () => ({ listFiles: await forgetListFiles(deps) }),
    async () => ({ overdueOrders: await ringForOverdue(deps) }),
    async () => ({ days: await keepTotals(deps) }),
  ];
  for (const part of parts) {
    try {
      Object.assign(cleaned, await part());
    } catch (error) {
      failures.push(error);
    }
  }
  deps.log.info(cleaned, 'cleaned up');
  if (failures.length > 0) throw new AggregateError(failures);
}
