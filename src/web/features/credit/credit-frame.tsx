/** Access check and layout of the Net 30 account pages. */
import type { ReactNode } from 'react';
import type { CurrentUser } from '#web/session/api.ts';
import { Guarded } from '#web/session/guarded.tsx';
import { CreditSkeleton } from './credit-skeleton.tsx';

type GuardedProps = { title: string; children: (user: CurrentUser) => ReactNode };

export const GuardedCredit = ({ title, children }: GuardedProps) => (
  <Guarded what={title} skeleton={<CreditSkeleton title={title} />}>
    {children}
  </Guarded>
);

/** A section of the page with its own heading. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
    <h2 id={id} tabIndex={-1} className="text-xl">
      {title}
    </h2>
    {children}
  </section>
);

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="sm:flex sm:justify-between sm:gap-6">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 font-medium wrap-anywhere sm:text-end">{children}</dd>
  </div>
);
