/** Long files are written one at a time in a process: buyers come first. */
import type { Deps } from '#platform/deps.ts';
import { makeListFile } from './make.ts';

export function exportJobs(deps: Deps): void {
  deps.jobs.work('make-list-file', ({ fileId }, attempt) => makeListFile(deps, fileId, attempt), { concurrency: 1 });
}
