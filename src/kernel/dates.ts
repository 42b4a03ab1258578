/**
 * Dates as people read them: "21st November 2026". A moment becomes a date in UTC everywhere,
 * so that a letter, a page and the books show the same day.
 */
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The day with its ordinal suffix: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(day: number): string {
  const lastTwo = day % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${day}th`;
  return `${day}${{ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th'}`;
}

/** A moment, or a day of the calendar such as `2024-02-10`, as "10th February 2024". Throws `RangeError` for what is no date. */
export function formatDate(moment: Date | string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) throw new RangeError(`${String(moment)} is not a date`);
  return `${ordinal(date.getUTCDate())} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
