/**
 * A subscription is sold for one period: renewals have not started. The words that say so on pages and in emails, in one place, for as
 * long as that is true.
 */
import { formatDate } from './dates.ts';

export type Period = 'month' | 'year';

/** The same day of the next month or year, or the last day of a month that is shorter. */
export function paidUntil(from: Date, period: Period): Date {
  const months = from.getUTCMonth() + (period === 'month' ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return end;
}

/** Beside an item of an order that is paid on `paidOn`. */
export const coveredBy = (period: Period, paidOn: Date): string => `Covers one ${period}, until ${formatDate(paidUntil(paidOn, period))}.`;

export const notRenewed = 'Renewals have not started: this order covers one period and does not renew.';
export const toldFirst = 'Nothing more is charged. We will email you before that changes.';
