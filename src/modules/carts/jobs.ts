/** Timed work of carts. */
import type { Deps } from '#platform/deps.ts';
import { sweepCarts } from './reminders.ts';
import type { CartTimes } from './rules.ts';

/** `everyMinutes`: how often carts are looked through; 0 is never. */
export type CartTimetable = CartTimes & { everyMinutes: number };

export function cartJobs(deps: Deps, timetable: CartTimetable): void {
  deps.jobs.work(
    'sweep-carts',
    async () => {
      const report = await sweepCarts(deps, timetable);
      deps.log.info({ sweep: 'sweep-carts', ...report }, 'a sweep has ended');
      if (report.failed > 0) deps.metrics?.sweepFailed('sweep-carts', report.failed);
    },
    { concurrency: 1 },
  );
  if (timetable.everyMinutes > 0) deps.jobs.schedule('sweep-carts', timetable.everyMinutes);
}
