/** One long export at a time per process, so that shoppers come first. */
import type { Deps } from '#modules/shared/deps.ts';
import { makeListFile } from './make.ts';

export function exportJobs(deps: Deps): void {
  deps.jobs.work('make-list-file', ({ fileId }, attempt) => makeListFile(deps, fileId, attempt), {
    concurrency: 1,
  });
}
