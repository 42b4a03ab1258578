/** Settings of recurring jobs and of orders that expire. */
import type { Timetable } from '#modules/checkout/jobs.ts';
import { z } from 'zod';
import type { SettingsOf } from './setting-values.ts';

/**
 * A week at most: with a longer interval, the processor's lists would no longer reach back to the last sweep.
 */
const minutes = z.coerce
  .number('must be a number of minutes')
  .min(0, 'must be 0 or more')
  .max(7 * 24 * 60, 'must be at most 10080 (a week)');

export const timerSettings = {
  RECONCILE_EVERY_MINUTES: minutes.default(2).meta({
    description:
      'Minutes between sweeps that settle open payments and expire unpaid orders. `0` disables them.',
  }),
  EVENTS_EVERY_MINUTES: minutes
    .default(60)
    .meta({ description: 'Minutes between fetches of missed webhook events and fees. `0` disables them.' }),
  COMPARE_EVERY_MINUTES: minutes.default(24 * 60).meta({
    description: "Minutes between comparisons of the shop's records with Stripe's. `0` disables them.",
  }),
  /**
   * Less than the minimum could expire an order while its buyer is still paying. No buyer comes back after
   * more than a month.
   */
  ORDER_EXPIRES_AFTER_HOURS: z.coerce
    .number('must be a number of hours')
    .min(1, 'must be at least 1')
    .max(720, 'must be at most 720')
    .default(24)
    .meta({ description: 'Hours until an unpaid order expires.' }),
  /** A shorter hold could release the coupon while the buyer is still typing. */
  COUPON_HOLD_MINUTES: z.coerce
    .number('must be a number of minutes')
    .min(5, 'must be at least 5')
    .max(1_440, 'must be at most 1440 (a day)')
    .default(30)
    .meta({ description: 'Minutes that an unpaid order holds a coupon use after its last payment attempt.' }),
  CARTS_EVERY_MINUTES: minutes
    .default(15)
    .meta({ description: 'Minutes between sweeps of idle carts. `0` disables them and their reminders.' }),
  REPORTING_EVERY_MINUTES: minutes
    .default(5)
    .meta({ description: 'Minutes between sweeps that send due reports to Factiiv. `0` disables them.' }),
};

export type TimerConfig = {
  /**
   * Interval of each sweep in minutes, 0 for never. Also how long an unpaid order stays open and how long it
   * holds a coupon use.
   */
  sweeps: Timetable & { cartsEveryMinutes: number; reportingEveryMinutes: number };
};

export const readTimers = (settings: SettingsOf<typeof timerSettings>): TimerConfig => ({
  sweeps: {
    sweepEveryMinutes: settings.RECONCILE_EVERY_MINUTES,
    fillEveryMinutes: settings.EVENTS_EVERY_MINUTES,
    compareEveryMinutes: settings.COMPARE_EVERY_MINUTES,
    expireAfterHours: settings.ORDER_EXPIRES_AFTER_HOURS,
    holdMinutes: settings.COUPON_HOLD_MINUTES,
    cartsEveryMinutes: settings.CARTS_EVERY_MINUTES,
    reportingEveryMinutes: settings.REPORTING_EVERY_MINUTES,
  },
});
