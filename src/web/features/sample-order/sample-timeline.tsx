/** The days of the sample order as a vertical timeline. */
import type { TimelineDay } from '#content/page-texts.ts';
import { useTogether } from '#web/ui/stored-text.tsx';

export function SampleTimeline({ days }: { days: readonly TimelineDay[] }) {
  const together = useTogether();
  return (
    <ol>
      {days.map(({ id, day, title, text }) => {
        const { spoken, mark } = together([title, text]);
        return (
          <li key={id} className="group/day relative flex gap-x-4 pb-6 last:pb-0">
            <span aria-hidden="true" className="relative flex w-4 shrink-0 justify-center pt-1.5">
              <span className="absolute top-5.5 -bottom-6 border-s-3 border-dotted border-accent group-last/day:hidden" />
              <span className="relative size-4 shrink-0 rounded-full border-3 border-ink bg-paper group-last/day:bg-ink" />
            </span>
            <div {...mark}>
              <p className="text-sm font-semibold text-muted">{spoken.day(day)}</p>
              <h3 className="text-lg">{spoken.translate(title)}</h3>
              <p className="mt-0.5 max-w-line">{spoken.translate(text)}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
