/** Delivers alarms within a minute. */
import type { Deps } from '#platform/deps.ts';
import { postAlarm, tellAlarms } from './tell.ts';

/** `everyMinutes`: 0 disables the schedule. */
export function healthJobs(deps: Deps, everyMinutes: number): void {
  deps.jobs.work('tell-alarms', () => tellAlarms(deps), { concurrency: 1 });
  deps.jobs.work('post-alarm', ({ noticeId }) => postAlarm(deps, noticeId));
  if (everyMinutes > 0) deps.jobs.schedule('tell-alarms', everyMinutes);
}
