/** A sample document in our style for a fictional company. Text and a watermark say that it is a sample. */
import { useLanguage, withNodes } from '#web/language.tsx';
import type { ReactNode } from 'react';
import { useSettings } from '#web/use-settings.ts';

type SampleSheetProps = { title: string; caption: string; children: ReactNode; className?: string };

export function SampleSheet({ title, caption, children, className = '' }: SampleSheetProps) {
  const { say } = useLanguage();
  return (
    <figure className={className}>
      <div
        data-mark={say('SAMPLE')}
        className="sample-mark rounded-md border border-line bg-surface px-5 py-6 shadow-lift sm:px-8 sm:py-8"
      >
        <div className="flex items-center justify-between gap-4 border-b-2 border-ink pb-3">
          <p className="font-display text-lg font-semibold">{title}</p>
          <p className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-medium text-warn">
            {say('Sample')}
          </p>
        </div>
        {children}
      </div>
      <figcaption className="mt-3 text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}

/** The sender and the date. */
export function FirmLine({ day }: { day: string }) {
  const { day: inWords, sayWith } = useLanguage();
  const { company } = useSettings();
  return (
    <p className="mt-4 text-sm text-muted">
      {withNodes(
        sayWith('{place}, {day}', { place: <bdi>{company.name}</bdi>, day: <span>{inWords(day)}</span> }),
      )}
    </p>
  );
}

export const SampleFacts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-4 flex flex-col gap-1.5 border-y border-line py-3">{children}</dl>
);
