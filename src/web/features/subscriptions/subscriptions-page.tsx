/** `/profile/subscriptions`: what renews, when, and at what price, with the owner's actions. */
import '#web/without-eval.ts';
import { useEffect, useRef } from 'react';
import { Guarded } from '#web/session/guarded.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { SubscriptionsFrame, SubscriptionsSkeleton } from './subscriptions-frame.tsx';
import { useSubscriptionsQuery } from './subscriptions-api.ts';
import { hasEnded } from './words.ts';

export default function SubscriptionsPage() {
  return (
    <Guarded what="Your subscriptions" skeleton={<SubscriptionsSkeleton />}>
      {() => <Subscriptions />}
    </Guarded>
  );
}

function Subscriptions() {
  const {
    data: subscriptions,
    error,
    isFetching,
    refetch,
  } = useSubscriptionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const list = useRef<HTMLDivElement>(null);
  const hash = typeof window === 'undefined' ? '' : window.location.hash.slice(1);
  // Scrolls to a linked subscription once it is loaded.
  useEffect(() => {
    if (hash !== '' && subscriptions !== undefined) document.getElementById(hash)?.scrollIntoView();
  }, [hash, subscriptions]);
  if (subscriptions === undefined && error === undefined) return <SubscriptionsSkeleton />;
  if (subscriptions === undefined)
    return (
      <SubscriptionsFrame>
        <NotLoaded what="Your subscriptions" error={error} isBusy={isFetching} onRetry={refetch} />
      </SubscriptionsFrame>
    );
  if (subscriptions.length === 0)
    return (
      <SubscriptionsFrame>
        <div className="grid justify-items-start gap-4 rounded-lg bg-sunk p-5 sm:p-6">
          <p className="font-display text-lg font-semibold">No subscriptions yet</p>
          <p>
            An address, a phone number, a registered agent and bookkeeping are subscriptions. Yours appear
            here with their next charge.
          </p>
          <ButtonLink to="/products">Go to products</ButtonLink>
        </div>
      </SubscriptionsFrame>
    );
  const running = subscriptions.filter((subscription) => !hasEnded(subscription));
  const ended = subscriptions.filter(hasEnded);
  return (
    <SubscriptionsFrame>
      <div ref={list} className="grid gap-8">
        {running.map((subscription) => (
          <SubscriptionCard key={subscription.id} subscription={subscription} />
        ))}
        {ended.length > 0 && (
          <section aria-labelledby="over-heading" className="grid gap-5">
            <h2 id="over-heading" className="text-lg">
              No longer active
            </h2>
            {ended.map((subscription) => (
              <SubscriptionCard key={subscription.id} subscription={subscription} />
            ))}
          </section>
        )}
        <p className="text-sm text-muted">
          To see what happens when you cancel, read our{' '}
          <SiteLink
            to="/refund-policy#cancellation"
            className="underline underline-offset-4 hover:text-accent"
          >
            refund policy
          </SiteLink>
          .
        </p>
      </div>
    </SubscriptionsFrame>
  );
}
