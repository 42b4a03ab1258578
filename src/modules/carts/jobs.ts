/** Scheduled work of carts. */
import type { Deps } from '#modules/shared/deps.ts';
import { sweepCarts } from './reminders.ts';

/** `everyMinutes`: how often carts are swept; 0 is never. */
export function cartJobs(deps: Deps, { everyMinutes }: { everyMinutes: number }): void {
  deps.jobs.work(
    'sweep-carts',
    async () => {
      const report = await sweepCarts(deps, deps.settings.current().carts);
      deps.log.info({ sweep: 'sweep-carts', ...report }, 'sweep finished');
      if (report.failed > 0) deps.metrics?.sweepFailed('sweep-carts', report.failed);
    },
    { concurrency: 1 },
  );
  if (everyMinutes > 0) deps.jobs.schedule('sweep-carts', everyMinutes);
}
