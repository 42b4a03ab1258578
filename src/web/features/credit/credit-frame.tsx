/** Who may see the pages of the Net 30 account, and what they are made of. */
import type { ReactNode } from 'react';
import { refusalText } from '#web/session/refusal.ts';
import { ApiProvider } from '#web/session/api-provider.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { useGuardedMe } from '#web/session/use-guarded-me.ts';
import { Button } from '#web/ui/button.tsx';
import { Message } from '#web/ui/message.tsx';
import { CreditSkeleton } from './credit-skeleton.tsx';

export function Guarded({ title, children }: { title: string; children: (user: CurrentUser) => ReactNode }) {
  return (
    <ApiProvider>
      <Inside title={title}>{children}</Inside>
    </ApiProvider>
  );
}

function Inside({ title, children }: { title: string; children: (user: CurrentUser) => ReactNode }) {
  const { user, error, isLoading, isLeaving, reload } = useGuardedMe();
  if (user !== undefined && !isLeaving) return children(user);
  if (isLeaving || isLoading || error === undefined) return <CreditSkeleton title={title} />;
  return (
    <Message title={`${title} could not be loaded`}>
      <p role="alert">{refusalText(error)}</p>
      <p>You are still logged in, and nothing has been changed.</p>
      <Button onClick={reload}>Try again</Button>
    </Message>
  );
}

/** A part of the page under its own heading. */
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
