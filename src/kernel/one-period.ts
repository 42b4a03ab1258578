/** How long a payment for a subscription lasts. */

export type Period = 'month' | 'year';

/** The same day of the next month or year, or the last day of a shorter month. */
export function paidUntil(from: Date, period: Period): Date {
  const months = from.getUTCMonth() + (period === 'month' ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return end;
}
