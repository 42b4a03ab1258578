/**
 * `npm run admin -- pass-time 31d` advances the time of a demo, in sandbox and shop together, day by day, and
 * runs what falls due each day.
 */
import { sweepCarts } from '#modules/carts/reminders.ts';
import { openForSeconds } from '#modules/checkout/jobs.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';
import { sweepCredit } from '#modules/credit/lateness/sweep.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';
import { sweepReporting } from '#modules/credit-reporting/jobs.ts';
import { sweepSubscriptions } from '#modules/subscriptions/sweep.ts';
import { openDemoClock, passTime } from '#platform/demo-clock.ts';
import { complain, say, type Work } from './admin-command.ts';
import { control } from './sandbox-control.ts';

export const passTimeHelp = `  pass-time 31d             move the demo's clock forward by 1 to 400 days: invoices fall due, reminders are sent,
                            subscriptions renew`;

const dayMs = 86_400_000;
const daysAtMost = 400;

export const timeCommands: Record<string, Work> = {
  'pass-time': async (deps, config, [span = '']) => {
    const days = Number(/^(\d{1,3})d$/.exec(span)?.[1] ?? 0);
    if (days < 1 || days > daysAtMost) return complain('pass-time needs 1 to 400 days, such as 31d');
    const { apiBase } = config.stripe;
    if (apiBase === null) return complain('pass-time works only in a demo. This shop takes real money.');
    const clock = await openDemoClock(deps.db);
    const later = { ...deps, clock };
    for (let day = 0; day < days; day += 1) {
      await control(apiBase, 'POST', 'clock', { advance_days: 1 });
      await passTime(deps.db, dayMs);
      await clock.refresh();
      // Expires unpaid orders and releases the coupons that they hold.
      await sweepPayments(later, { openForSeconds, ...config.sweeps });
      await sweepSubscriptions(later);
      await sweepInvoices(later);
      await sweepCredit(later);
      await sweepReporting(later);
      await sweepCarts(later, deps.settings.current().carts);
    }
    clock.stop();
    say(
      `The demo's date is now ${clock.now().toISOString().slice(0, 10)}. All due work is done; emails are in the mailbox.`,
    );
    return 0;
  },
};
