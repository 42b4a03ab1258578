/** Jobs that run after an account is closed. */
import type { Deps } from '#modules/shared/deps.ts';
import { eraseAccount, eraseGuest, sweepClosed } from './service.ts';

const dayInMinutes = 24 * 60;

export function personalDataJobs(deps: Deps): void {
  deps.jobs.work('forget-account', ({ userId }) => eraseAccount(deps, userId));
  deps.jobs.work('forget-guest', ({ guestId }) => eraseGuest(deps, guestId));
  deps.jobs.work('sweep-closed', () => sweepClosed(deps), { concurrency: 1 });
  deps.jobs.schedule('sweep-closed', dayInMinutes);
}
