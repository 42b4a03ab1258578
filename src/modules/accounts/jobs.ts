/** The jobs behind the account requests that return the same response for every address. */
import type { AccountDeps } from './deps.ts';
import * as registration from '#modules/accounts/registration/service.ts';

export function accountJobs(deps: AccountDeps): void {
  deps.jobs.work('account-email', ({ requestId }) => registration.answer(deps, requestId), {
    concurrency: 4,
  });
}
