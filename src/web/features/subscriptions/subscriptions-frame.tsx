/** Layout of the page, and its placeholder while loading. */
import type { ReactNode } from 'react';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const SubscriptionsFrame = ({ children }: { children: ReactNode }) => (
  <div className="page grid min-h-dvh max-w-line content-start gap-6 py-10 lg:py-14">
    <p>
      <SiteLink to="/profile" className="inline-block py-1.5 underline underline-offset-4 hover:text-accent">
        Back to your profile
      </SiteLink>
    </p>
    <h1 className="text-2xl">Your subscriptions</h1>
    {children}
  </div>
);

export const SubscriptionsSkeleton = () => (
  <SubscriptionsFrame>
    <p role="status" className="sr-only">
      Loading your subscriptions
    </p>
    <div className="grid gap-6" aria-hidden="true">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  </SubscriptionsFrame>
);
