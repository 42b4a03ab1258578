/** Publishes scheduled posts at the start of each minute, so that a post appears in the chosen minute. */
import type { Deps } from '#modules/shared/deps.ts';
import { publishDue } from './staff.ts';

export function contentJobs(deps: Deps): void {
  deps.jobs.work('publish-posts', async () => void (await publishDue(deps)), { concurrency: 1 });
  deps.jobs.schedule('publish-posts', 1);
}
