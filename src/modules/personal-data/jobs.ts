/** Jobs that run after an account is closed. */
import type { Deps } from '#platform/deps.ts';
import { forgetAccount, forgetGuest, sweepClosed } from './service.ts';

const dayInMinutes = 24 * 60;

export function personalDataJobs(deps: Deps): void {
  deps.jobs.work('forget-account', ({ userId }) => forgetAccount(deps, userId));
  deps.jobs.work('forget-guest', ({ guestId }) => forgetGuest(deps, guestId));
  deps.jobs.work('sweep-closed', () => sweepClosed(deps), { concurrency: 1 });
  deps.jobs.schedule('sweep-closed', dayInMinutes);
}
