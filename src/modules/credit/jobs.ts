/** Timed work of credit. It may run twice. */
import type { Deps } from '#platform/deps.ts';
import { sweepCredit } from './sweep.ts';

/** A freeze counts from midnight whenever it is written down: the ledger asks for what is past due before it promises anything. */
export function creditJobs(deps: Deps, { sweepEveryMinutes }: { sweepEveryMinutes: number }): void {
  deps.jobs.work('sweep-credit', async () => deps.log.info({ ...(await sweepCredit(deps)) }, 'a sweep of credit has ended'), {
    concurrency: 1,
  });
  if (sweepEveryMinutes > 0) deps.jobs.schedule('sweep-credit', sweepEveryMinutes);
}
