/** Posts whose time has come: looked for at the border of each minute, so that one appears in the minute that was chosen. */
import type { Deps } from '#platform/deps.ts';
import { publishDue } from './staff.ts';

export function contentJobs(deps: Deps): void {
  deps.jobs.work('publish-posts', async () => void (await publishDue(deps)), { concurrency: 1 });
  deps.jobs.schedule('publish-posts', 1);
}
