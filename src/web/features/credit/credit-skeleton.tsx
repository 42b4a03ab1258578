/** Layout of the Net 30 account pages, and its placeholder while they load. */
import type { ReactNode } from 'react';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Frame = { title: string; back?: { to: string; label: string }; children: ReactNode };
const toProfile = { to: '/profile', label: 'Back to your profile' };

export const CreditFrame = ({ title, back = toProfile, children }: Frame) => (
  <div className="page grid min-h-dvh max-w-line content-start gap-8 py-10 lg:py-14">
    <div className="grid gap-4" data-print="no">
      <p>
        <SiteLink to={back.to} className="inline-block py-1.5 underline underline-offset-4 hover:text-accent">
          {back.label}
        </SiteLink>
      </p>
      <h1 className="text-2xl">{title}</h1>
    </div>
    {children}
  </div>
);

export const CreditSkeleton = ({ title }: { title: string }) => (
  <CreditFrame title={title}>
    <p role="status" className="sr-only">
      Loading
    </p>
    <div className="grid gap-6" aria-hidden="true">
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  </CreditFrame>
);
