/** How long a payment for a subscription lasts. */

export type Period = 'month' | 'year';

export const monthsIn: Record<Period, number> = { month: 1, year: 12 };

/** The same day of a later month, or the last day of a shorter month. */
export function monthsLater(from: Date, count: number): Date {
  const months = from.getUTCMonth() + count;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return end;
}

/** The end of a period that starts at `from`. */
export const paidUntil = (from: Date, period: Period): Date => monthsLater(from, monthsIn[period]);
