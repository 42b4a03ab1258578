/** Timed and queued work of checkout and payments. Every handler may run twice. */
import { sendRefund } from '#modules/payments/refunds.ts';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { compareCharges, fillEventHoles, sweepPayments } from './reconcile.ts';
import { settlement } from './settle.ts';

/** How often each sweep runs, in minutes; 0 is never. */
export type Timetable = { sweepEveryMinutes: number; fillEveryMinutes: number; compareEveryMinutes: number; expireAfterHours: number };

export const never: Timetable = { sweepEveryMinutes: 0, fillEveryMinutes: 0, compareEveryMinutes: 0, expireAfterHours: 24 };

/** An attempt younger than this is still in its browser's hands. */
export const openForSeconds = 90;

export function checkoutJobs(deps: Deps, timetable: Timetable): void {
  const { jobs } = deps;
  jobs.work('settle-webhook', ({ eventId }) => payments.handleWebhook(deps, settlement(deps), eventId), { concurrency: 8 });
  jobs.work('cancel-leftover', ({ paymentId }) => payments.cancelLeftover(deps, settlement(deps), paymentId));
  jobs.work('send-refund', ({ refundId }) => sendRefund(deps, refundId));
  jobs.work(
    'sweep-payments',
    async () => void (await sweepPayments(deps, { openForSeconds, expireAfterHours: timetable.expireAfterHours })),
    { concurrency: 1 },
  );
  jobs.work('fill-event-holes', async () => void (await fillEventHoles(deps)), { concurrency: 1 });
  jobs.work('compare-charges', async () => void (await compareCharges(deps, timetable)), { concurrency: 1 });
  if (timetable.sweepEveryMinutes > 0) jobs.schedule('sweep-payments', timetable.sweepEveryMinutes);
  if (timetable.fillEveryMinutes > 0) jobs.schedule('fill-event-holes', timetable.fillEveryMinutes);
  if (timetable.compareEveryMinutes > 0) jobs.schedule('compare-charges', timetable.compareEveryMinutes);
}
