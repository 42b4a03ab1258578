/** Delivers alarms within a minute. */
import type { Deps } from '#modules/shared/deps.ts';
import { postAlarm, sendAlarms } from './send-alarms.ts';

/** `everyMinutes`: 0 disables the schedule. */
export function alarmJobs(deps: Deps, { everyMinutes }: { everyMinutes: number }): void {
  deps.jobs.work('tell-alarms', () => sendAlarms(deps), { concurrency: 1 });
  deps.jobs.work('post-alarm', ({ noticeId }) => postAlarm(deps, noticeId));
  if (everyMinutes > 0) deps.jobs.schedule('tell-alarms', everyMinutes);
}
