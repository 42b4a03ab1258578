/** When something happened: short, on the reader's own clock, with the whole of it for whoever points at it or listens. */
import { formatLocalTime } from '#kernel/dates.ts';
import { locale } from '#kernel/locale.ts';

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' });

export const dayOf = (at: string, now = new Date()): string => {
  const date = new Date(at);
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
};

/** `2:05 PM` of today, else the day; with `full`, both. */
export function Moment({ at, full = false }: { at: string; full?: boolean }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const text = full ? `${dayOf(at)}, ${clock.format(date)}` : isToday ? clock.format(date) : dayOf(at);
  return (
    <time dateTime={at} title={formatLocalTime(at)} className="whitespace-nowrap">
      {text}
    </time>
  );
}
