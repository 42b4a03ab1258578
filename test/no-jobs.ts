/** No background work, for tests that only check rows or run each sweep themselves. */
import type { Timetable } from '#modules/checkout/jobs.ts';
import type { Jobs } from '#modules/shared/job-list.ts';

/** A queue that accepts every job and runs none. */
export const noJobs: Jobs = {
  enqueue: async () => undefined,
  enqueueAll: async () => undefined,
} as unknown as Jobs;

/** A timetable without sweeps. */
export const never: Timetable = {
  sweepEveryMinutes: 0,
  fillEveryMinutes: 0,
  compareEveryMinutes: 0,
  expireAfterHours: 24,
  holdMinutes: 30,
};
