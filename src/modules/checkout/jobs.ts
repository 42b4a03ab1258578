/** Scheduled and queued jobs of checkout and payments. Every handler may run twice. */
import { updateCustomer } from '#modules/payments/customers.ts';
import { readFees } from '#modules/payments/fees.ts';
import { sendRefund } from '#modules/payments/refunds.ts';
import * as payments from '#modules/payments/service.ts';
import { moveCursor } from '#platform/cursors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { compareCharges, fillEventHoles, sweepPayments } from './reconcile.ts';

/**
 * How often each sweep runs, in minutes; 0 disables it. Also how long an unpaid order stays open, and how
 * long it holds a coupon use.
 */
export type Timetable = {
  sweepEveryMinutes: number;
  fillEveryMinutes: number;
  compareEveryMinutes: number;
  expireAfterHours: number;
  holdMinutes: number;
};

/** A younger attempt is still handled by its browser. */
export const openForSeconds = 90;

export function checkoutJobs(deps: Deps, timetable: Timetable): void {
  const { jobs } = deps;
  jobs.work('settle-webhook', ({ eventId }) => payments.handleWebhook(deps, eventId), { concurrency: 8 });
  jobs.work('cancel-leftover', ({ paymentId }) => payments.cancelLeftover(deps, paymentId));
  jobs.work('tell-customer', ({ userId }) => updateCustomer(deps, userId));
  jobs.work('send-refund', ({ refundId }) => sendRefund(deps, refundId));
  const sweep = (name: Sweep, run: () => Promise<{ failed: number }>) =>
    jobs.work(name, () => reportSweep(deps, name, run), { concurrency: 1 });
  sweep('sweep-payments', () => sweepPayments(deps, { openForSeconds, ...timetable }));
  sweep('fill-event-holes', () => fillEventHoles(deps));
  sweep('compare-charges', () => compareCharges(deps, timetable));
  if (timetable.sweepEveryMinutes > 0) jobs.schedule('sweep-payments', timetable.sweepEveryMinutes);
  if (timetable.fillEveryMinutes > 0) jobs.schedule('fill-event-holes', timetable.fillEveryMinutes);
  jobs.work(
    'read-fees',
    async () => deps.log.info({ added: await readFees(deps) }, 'processor fees were stored'),
    { concurrency: 1 },
  );
  if (timetable.compareEveryMinutes > 0) jobs.schedule('compare-charges', timetable.compareEveryMinutes);
  if (timetable.fillEveryMinutes > 0) jobs.schedule('read-fees', timetable.fillEveryMinutes);
}

type Sweep = 'sweep-payments' | 'fill-event-holes' | 'compare-charges';

/**
 * Logs the result of a scheduled run and stores the time of its last success, so that every process can
 * report it as a metric. A run that throws counts as one failure.
 */
async function reportSweep(deps: Deps, sweep: Sweep, run: () => Promise<{ failed: number }>): Promise<void> {
  const startedAt = deps.clock.now();
  const report = await run().catch((error: unknown) => {
    deps.metrics?.sweepFailed(sweep, 1);
    throw error;
  });
  deps.log.info({ sweep, ...report }, 'sweep finished');
  if (report.failed === 0) await moveCursor(deps.db, `sweep:${sweep}`, startedAt);
  else deps.metrics?.sweepFailed(sweep, report.failed);
}
