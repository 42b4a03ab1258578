/** Purges the edge cache in front of the shop, if there is one. */
import { type EdgeDeps, purgeDue } from './service.ts';

export function edgeJobs(deps: EdgeDeps): void {
  if (!deps.edge) return;
  deps.jobs.work('purge-edge', () => purgeDue(deps), { concurrency: 1 });
  deps.jobs.schedule('purge-edge', 1);
}
