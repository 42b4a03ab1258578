/**
 * Formats dates for people: "21st November 2026". A moment becomes a date in UTC everywhere, so that an
 * email, a page, and the books show the same day.
 */
import { locale } from './locale.ts';
import { once } from './once.ts';

const parts = once(
  () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
);
const ordinals = once(() => new Intl.PluralRules(locale, { type: 'ordinal' }));
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The day with its ordinal suffix: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (day: number): string => `${day}${suffixes[ordinals().select(day)] ?? 'th'}`;

const clock = once(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));
const localParts = once(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
);

/**
 * A moment in the reader's time zone, as "21st November 2026 at 2:05 PM": for user actions, never for money.
 */
export const formatLocalTime = (moment: Date | string): string =>
  `${inWords(localParts(), new Date(moment))} at ${clock().format(new Date(moment))}`;

/**
 * Formats a moment, or a calendar day such as `2024-02-10`, as "10th February 2024". Throws `RangeError` for
 * an invalid date.
 */
export function formatDate(moment: Date | string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) throw new RangeError(`${String(moment)} is not a date`);
  return inWords(parts(), date);
}

/** A due day, as "10th February 2024 (UTC)": a payment is on time until that day ends in UTC. */
export const formatDueDay = (day: string): string => `${formatDate(day)} (UTC)`;

function inWords(format: Intl.DateTimeFormat, date: Date): string {
  const { day, month, year } = Object.fromEntries(
    format.formatToParts(date).map(({ type, value }) => [type, value]),
  );
  return `${ordinal(Number(day))} ${month} ${year}`;
}
