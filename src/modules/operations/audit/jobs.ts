/** Checks the audit log on schedule and on request by staff. */
import type { Deps } from '#modules/shared/deps.ts';
import { checkAudit } from './check.ts';

export function auditJobs(deps: Deps): void {
  deps.jobs.work('check-audit-log', () => checkAudit(deps), { concurrency: 1 });
}
