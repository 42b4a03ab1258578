/** A titled section of a record's page, and its lines. */
import type { ReactNode } from 'react';

export const linkStyle = 'underline underline-offset-4 hover:text-accent';
/** A value that does not fit beside its label moves below it, aligned at the end like the others. */
export const lineStyle =
  'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 [&>*+*:last-child]:ms-auto';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="font-sans text-sm font-semibold">{title}</h2>
    {children}
  </section>
);

/** The lines of a section, or a text if there are none. */
export function Lines<T>({
  rows,
  none,
  before,
  keyOf,
  more,
  children,
}: {
  rows: readonly T[];
  none: string;
  /** Text above the lines. */
  before?: string | undefined;
  keyOf: (row: T) => string;
  /** Text below the lines if some are omitted. */
  more?: string | undefined;
  children: (row: T) => ReactNode;
}) {
  if (rows.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul className="grid gap-2">
      {before !== undefined && <li className="text-muted">{before}</li>}
      {rows.map((row) => (
        <li key={keyOf(row)} className={lineStyle}>
          {children(row)}
        </li>
      ))}
      {more !== undefined && <li className="text-muted">{more}</li>}
    </ul>
  );
}
