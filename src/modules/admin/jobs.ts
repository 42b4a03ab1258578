/** Jobs that staff start at the console. */
import type { Deps } from '#modules/shared/deps.ts';
import { bulkJobs } from './bulk/jobs.ts';
import { exportJobs } from './exports/jobs.ts';

export function adminJobs(deps: Deps): void {
  bulkJobs(deps);
  exportJobs(deps);
}
