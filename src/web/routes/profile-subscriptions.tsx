/** `/profile/subscriptions`: the server renders only the frame, because it does not know the user. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { SubscriptionsSkeleton } from '#web/features/subscriptions/subscriptions-frame.tsx';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/subscriptions/subscriptions-page.tsx');
const SubscriptionsPage = lazy(load);
if (typeof window !== 'undefined') void load();

export const handle: PageHandle = { title: 'Your subscriptions' };

export default function ProfileSubscriptions() {
  const isKnown = useSession().kind !== 'unknown';
  return (
    <>
      <NeedsScript title="Your subscriptions" />
      <div className="noscript:hidden">
        {isKnown ? (
          <Suspense fallback={<SubscriptionsSkeleton />}>
            <SubscriptionsPage />
          </Suspense>
        ) : (
          <SubscriptionsSkeleton />
        )}
      </div>
    </>
  );
}
