/** Registers the scheduled and queued jobs of every module. Runs before the jobs start. */
import { accountJobs } from '#modules/accounts/jobs.ts';
import { alarmJobs } from '#modules/alarms/jobs.ts';
import { adminJobs } from '#modules/admin/jobs.ts';
import { cartJobs } from '#modules/carts/jobs.ts';
import { checkoutJobs } from '#modules/checkout/jobs.ts';
import { contentJobs } from '#modules/content/jobs.ts';
import { reportingJobs } from '#modules/credit-reporting/jobs.ts';
import { creditJobs } from '#modules/credit/jobs.ts';
import { edgeJobs } from '#modules/edge/jobs.ts';
import { personalDataJobs } from '#modules/personal-data/jobs.ts';
import { pictureJobs } from '#modules/pictures/jobs.ts';
import { fulfillmentJobs } from '#modules/fulfillment/jobs.ts';
import { operationJobs } from '#modules/operations/jobs.ts';
import { subscriptionJobs } from '#modules/subscriptions/jobs.ts';
import { withAccounts } from './accounts.ts';
import { watchInvariants } from '#modules/operations/invariants/watch.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Config } from './settings/config.ts';

export function registerJobs(deps: Deps, config: Config, databaseUrl: string): void {
  checkoutJobs(deps, config.sweeps);
  subscriptionJobs(deps, config.sweeps);
  fulfillmentJobs(deps);
  creditJobs(deps, config.sweeps);
  reportingJobs(deps, { sweepEveryMinutes: config.sweeps.reportingEveryMinutes });
  cartJobs(deps, { everyMinutes: config.sweeps.cartsEveryMinutes });
  accountJobs(withAccounts(deps, config.limits.accounts));
  personalDataJobs(deps);
  pictureJobs(deps);
  contentJobs(deps);
  adminJobs(deps);
  alarmJobs(deps, { everyMinutes: 1 });
  edgeJobs(deps);
  operationJobs(deps);
  watchInvariants(deps, databaseUrl);
}
