/** The days of the sample order, one below the other along a dotted line. */
import type { TimelineDay } from '#kernel/page-texts.ts';
import { useLanguage } from '#web/language.tsx';
import { Said } from '#web/ui/said.tsx';

export function SampleTimeline({ days }: { days: readonly TimelineDay[] }) {
  const { day: inWords } = useLanguage();
  return (
    <ol>
      {days.map(({ id, day, title, text }) => (
        <li key={id} className="group/day relative flex gap-x-4 pb-6 last:pb-0">
          <span aria-hidden="true" className="relative flex w-4 shrink-0 justify-center pt-1.5">
            <span className="absolute top-5.5 -bottom-6 border-s-3 border-dotted border-accent group-last/day:hidden" />
            <span className="relative size-4 shrink-0 rounded-full border-3 border-ink bg-paper group-last/day:bg-ink" />
          </span>
          <div>
            <p className="text-sm font-semibold text-muted">{inWords(day)}</p>
            <h3 className="text-lg">
              <Said>{title}</Said>
            </h3>
            <p className="mt-0.5 max-w-line">
              <Said>{text}</Said>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
