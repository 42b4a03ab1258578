/**
 * The timeline of a record, newest first: what happened, who did it, and why it failed. It can be filtered by
 * kind.
 */
import { type ReactNode, useState } from 'react';
import { ConsoleIcon, type ConsoleIconName } from '#web/features/admin/shell/icons.tsx';
import { dayOf, Moment } from './moment.tsx';

export type TimelineEntry = {
  id: string;
  at: string;
  /** The id of a filter. */
  kind: string;
  icon: ConsoleIconName;
  tone?: 'ok' | 'warn' | 'danger';
  title: ReactNode;
  body?: ReactNode;
  /** The person who did it; omitted for the shop itself. */
  by?: string | null;
};

type TimelineProps = {
  entries: readonly TimelineEntry[];
  filters: readonly { id: string; title: string }[];
  /** The note box, if the role may write notes. */
  children?: ReactNode;
};

const tones = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  plain: 'bg-sunk text-muted',
} as const;

export function Timeline({ entries, filters, children }: TimelineProps) {
  const [shown, setShown] = useState<string | null>(null);
  const kinds = filters.filter(({ id }) => entries.some(({ kind }) => kind === id));
  const visible = shown === null ? entries : entries.filter(({ kind }) => kind === shown);
  return (
    <section aria-label="Timeline" className="grid gap-4">
      {children}
      {kinds.length > 1 && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Show in timeline</legend>
          {[{ id: null, title: 'Everything' }, ...kinds].map(({ id, title }) => (
            <button
              key={title}
              type="button"
              aria-pressed={shown === id}
              className="min-h-8 rounded-full border border-line px-3 text-xs font-medium text-muted hover:border-field hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              onClick={() => setShown(id)}
            >
              {title}
            </button>
          ))}
        </fieldset>
      )}
      <ol className="grid">
        {visible.map((entry, place) => (
          <Entry
            key={entry.id}
            entry={entry}
            isNewDay={dayOf(entry.at) !== dayOf(visible[place - 1]?.at ?? '2000-01-01')}
          />
        ))}
      </ol>
    </section>
  );
}

const Entry = ({
  entry: { at, icon, tone, title, body, by },
  isNewDay,
}: {
  entry: TimelineEntry;
  isNewDay: boolean;
}) => (
  <li className="group/entry relative">
    {isNewDay && <p className="pb-3 text-xs font-semibold text-muted">{dayOf(at)}</p>}
    <div className="relative flex gap-3 pb-5">
      <span
        aria-hidden="true"
        className="absolute start-3.5 top-7 bottom-0 w-px bg-line group-last/entry:hidden"
      />
      <span
        aria-hidden="true"
        className={`relative grid size-7 shrink-0 place-items-center rounded-full ${tones[tone ?? 'plain']}`}
      >
        <ConsoleIcon name={icon} className="size-4" />
      </span>
      <div className="min-w-0 grow pt-0.5">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 font-medium wrap-anywhere">{title}</p>
          <span className="shrink-0 text-xs text-muted">
            <Moment at={at} full />
          </span>
        </div>
        {by && <p className="text-xs text-muted">{by}</p>}
        {body && <div className="mt-1 wrap-anywhere text-muted">{body}</div>}
      </div>
    </div>
  </li>
);
