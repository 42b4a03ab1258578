/**
 * A time in the reader's time zone: short, with the full date and time in a tooltip and for screen readers.
 */
import { formatLocalTime } from '#kernel/dates.ts';
import { locale } from '#kernel/locale.ts';

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const clockWithZone = new Intl.DateTimeFormat(locale, {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' });

export const dayOf = (at: string, now = new Date()): string => {
  const date = new Date(at);
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
};

/** `2:05 PM` for today, otherwise the date; both with `full`. A deadline also names the time zone. */
export function Moment({
  at,
  full = false,
  isDeadline = false,
}: {
  at: string;
  full?: boolean;
  isDeadline?: boolean;
}) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = (isDeadline ? clockWithZone : clock).format(date);
  const text = full || isDeadline ? `${dayOf(at)}, ${time}` : isToday ? clock.format(date) : dayOf(at);
  return (
    <time dateTime={at} title={formatLocalTime(at)} className="whitespace-nowrap">
      {text}
    </time>
  );
}
