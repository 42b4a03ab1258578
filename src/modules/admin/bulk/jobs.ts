/** Two bulk jobs at a time per process, so that shoppers come first. */
import type { Deps } from '#modules/shared/deps.ts';
import { runBulkAct } from './run.ts';

export function bulkJobs(deps: Deps): void {
  deps.jobs.work('run-bulk-act', ({ actId }, attempt) => runBulkAct(deps, actId, attempt), {
    concurrency: 2,
  });
}
