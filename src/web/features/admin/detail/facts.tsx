/** Details of a record, beside its timeline: short groups of labels and values. */
import { type ReactNode, useId } from 'react';

export function Facts({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line py-4 first:pt-0 last:pb-0 not-last:border-b">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <h2 id={id} className="font-sans text-sm font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-1.5">{children}</dl>
);

export const Fact = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{term}</dt>
    <dd className="ms-auto min-w-0 text-end wrap-anywhere">{children}</dd>
  </div>
);
