/** Queued jobs of fulfillment. Every handler may run twice. */
import type { Deps } from '#modules/shared/deps.ts';
import { finishCancellation } from './cancel-sale.ts';

export const fulfillmentJobs = (deps: Deps): void =>
  deps.jobs.work('finish-cancellation', ({ orderId }) => finishCancellation(deps, orderId));
