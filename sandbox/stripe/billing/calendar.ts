/** Billing periods: whole intervals counted from an anchor. All times are Unix seconds, all dates are UTC, as at Stripe. */
import type Stripe from 'stripe';

export type Recurrence = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
export type Period = { start: number; end: number };

export const day = 24 * 60 * 60;

/**
 * The anchor moved by `count` intervals. Months are counted from the anchor itself: the 31st becomes the 28th in February
 * and is the 31st again in March.
 */
export function addIntervals(anchor: number, { interval, interval_count: size }: Recurrence, count: number): number {
  if (interval === 'day') return anchor + count * size * day;
  if (interval === 'week') return anchor + count * size * 7 * day;
  const from = new Date(anchor * 1_000);
  const months = count * size * (interval === 'year' ? 12 : 1);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const [hours, minutes, seconds] = [from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()];
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay), hours, minutes, seconds) / 1_000;
}

const longestSeconds: Record<string, number> = { day, week: 7 * day, month: 31 * day, year: 366 * day };

/** The period around a time: `start <= at < end`. The anchor may lie before or after it. */
export function periodAround(anchor: number, recurrence: Recurrence, at: number): Period {
  const longest = (longestSeconds[recurrence.interval] ?? day) * recurrence.interval_count;
  let count = Math.floor((at - anchor) / longest);
  while (addIntervals(anchor, recurrence, count) > at) count -= 1;
  while (addIntervals(anchor, recurrence, count + 1) <= at) count += 1;
  return { start: addIntervals(anchor, recurrence, count), end: addIntervals(anchor, recurrence, count + 1) };
}
