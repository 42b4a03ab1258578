/** One fact of a summary, as a row of a `dl`. Renders nothing without a value. */
import type { ReactNode } from 'react';

export const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
    </div>
  ) : null;
