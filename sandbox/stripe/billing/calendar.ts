/**
 * Billing periods: whole intervals counted from an anchor. All times are Unix seconds, all dates are UTC, as
 * at Stripe.
 */
import type Stripe from 'stripe';

export type Recurrence = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
export type Period = { start: number; end: number };

export const day = 24 * 60 * 60;

/**
 * The anchor moved by `count` intervals. Months count from the anchor itself: the 31st becomes the 28th in
 * February and the 31st again in March.
 */
export function addIntervals(
  anchor: number,
  { interval, interval_count: size }: Recurrence,
  count: number,
): number {
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

export type AnchorConfig = {
  day_of_month: number;
  month: number | null;
  hour: number;
  minute: number;
  second: number;
};

/** The first time after `from` on the requested day. A shorter month uses its last day. */
export function nextAnchor(config: AnchorConfig, from: number): number {
  const { year, month } = {
    year: new Date(from * 1_000).getUTCFullYear(),
    month: new Date(from * 1_000).getUTCMonth(),
  };
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const at = dayIn(config, year, month + ahead);
    if (at > from && (config.month === null || new Date(at * 1_000).getUTCMonth() + 1 === config.month))
      return at;
  }
  throw new RangeError('no such day within a year');
}

function dayIn(
  { day_of_month: dayOfMonth, hour, minute, second }: AnchorConfig,
  year: number,
  month: number,
): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(dayOfMonth, lastDay), hour, minute, second) / 1_000;
}

/**
 * The start for counting months: a time on the requested day, in a month that has it. Uses the anchor's time
 * of day.
 */
export function countedFrom(
  anchor: number,
  { day_of_month: dayOfMonth, month }: Pick<AnchorConfig, 'day_of_month' | 'month'>,
): number {
  const at = new Date(anchor * 1_000);
  const time = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() };
  const step = month === null ? 1 : 12;
  for (let monthsBack = 0; monthsBack < 12 * step; monthsBack += step) {
    const candidate = dayIn(
      { day_of_month: dayOfMonth, month, ...time },
      at.getUTCFullYear(),
      at.getUTCMonth() - monthsBack,
    );
    if (new Date(candidate * 1_000).getUTCDate() === dayOfMonth) return candidate;
  }
  return anchor;
}

/** The period around a time: `start <= at < end`. The anchor may be before or after it. */
export function periodAround(anchor: number, recurrence: Recurrence, at: number): Period {
  const longest = (longestSeconds[recurrence.interval] ?? day) * recurrence.interval_count;
  let count = Math.floor((at - anchor) / longest);
  while (addIntervals(anchor, recurrence, count) > at) count -= 1;
  while (addIntervals(anchor, recurrence, count + 1) <= at) count += 1;
  return { start: addIntervals(anchor, recurrence, count), end: addIntervals(anchor, recurrence, count + 1) };
}
