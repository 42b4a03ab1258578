/** Timed and queued work of checkout and payments. Every handler may run twice. */
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { sweep } from './service.ts';
import { settlement } from './settle.ts';

/** An attempt younger than this is still in its browser's hands. */
const openForSeconds = 90;

export function checkoutJobs(deps: Deps, { reconcileEveryMinutes, expireAfterHours }: { reconcileEveryMinutes: number; expireAfterHours: number }): void {
  deps.jobs.work('settle-webhook', ({ eventId }) => payments.handleWebhook(deps, settlement(deps), eventId), { concurrency: 4 });
  deps.jobs.work('refund-duplicate', ({ refundId }) => payments.refundDuplicate(deps, refundId));
  deps.jobs.work('sweep-payments', () => sweep(deps, { openForSeconds, expireAfterHours }), { concurrency: 1 });
  if (reconcileEveryMinutes > 0) deps.jobs.schedule('sweep-payments', reconcileEveryMinutes);
}
