/** Acts on many records are done by two jobs at a time in a process: buyers come first. */
import type { Deps } from '#platform/deps.ts';
import { runBulkAct } from './run.ts';

export function bulkJobs(deps: Deps): void {
  deps.jobs.work('run-bulk-act', ({ actId }, attempt) => runBulkAct(deps, actId, attempt), { concurrency: 2 });
}
