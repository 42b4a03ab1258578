/** The days of the sample order, one below the other along a dotted line. */
import { formatDate } from '#kernel/dates.ts';
import type { TimelineDay } from '#kernel/page-texts.ts';

export const SampleTimeline = ({ days }: { days: readonly TimelineDay[] }) => (
  <ol>
    {days.map(({ id, day, title, text }) => (
      <li key={id} className="group/day relative flex gap-x-4 pb-6 last:pb-0">
        <span aria-hidden="true" className="relative flex w-4 shrink-0 justify-center pt-1.5">
          <span className="absolute top-5.5 -bottom-6 border-s-3 border-dotted border-accent group-last/day:hidden" />
          <span className="relative size-4 shrink-0 rounded-full border-3 border-ink bg-paper group-last/day:bg-ink" />
        </span>
        <div>
          <p className="text-sm font-semibold text-muted">{formatDate(day)}</p>
          <h3 className="text-lg">{title}</h3>
          <p className="mt-0.5 max-w-line">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);
