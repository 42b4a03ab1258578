/** A queue that accepts every job and runs none, for tests that only check rows. */
import type { Jobs } from '#platform/job-list.ts';

export const noJobs: Jobs = {
  enqueue: async () => undefined,
  enqueueAll: async () => undefined,
} as unknown as Jobs;
