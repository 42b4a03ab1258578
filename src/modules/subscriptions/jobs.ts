/** Scheduled and queued jobs of subscriptions. Every handler may run twice. */
import type { Deps } from '#modules/shared/deps.ts';
import { compareSubscriptions } from './compare.ts';
import { startAtProcessor } from './start.ts';
import { sweepSubscriptions } from './sweep.ts';
import { updateProcessor } from './update-processor.ts';

export function subscriptionJobs(
  deps: Deps,
  { sweepEveryMinutes, compareEveryMinutes }: { sweepEveryMinutes: number; compareEveryMinutes: number },
): void {
  const { jobs } = deps;
  jobs.work('start-subscription', ({ subscriptionId }) => startAtProcessor(deps, subscriptionId));
  jobs.work('change-subscription', ({ subscriptionId }) => updateProcessor(deps, subscriptionId));
  jobs.work(
    'sweep-subscriptions',
    async () => deps.log.info({ ...(await sweepSubscriptions(deps)) }, 'sweep finished'),
    {
      concurrency: 1,
    },
  );
  jobs.work(
    'compare-subscriptions',
    async () => deps.log.info({ ...(await compareSubscriptions(deps)) }, 'subscriptions were compared'),
    {
      concurrency: 1,
    },
  );
  if (compareEveryMinutes > 0) jobs.schedule('compare-subscriptions', compareEveryMinutes);
  if (sweepEveryMinutes > 0) jobs.schedule('sweep-subscriptions', sweepEveryMinutes);
}
