/**
 * `/subscription-card?token=…`: a new card for one subscription, for anyone with the email link. The token
 * never stays in the address.
 */
import { lazy, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { readRuntimeConfig } from '#contract/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { publicClient } from '#web/server-context.ts';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/subscriptions/new-card-page.tsx');
const NewCardPage = lazy(load);
if (typeof window !== 'undefined') void load();

export const handle: PageHandle = { title: 'Replace your card' };

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  config: await context.get(publicClient)(readRuntimeConfig),
});

export default function SubscriptionCard({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  // Only the browser has the token.
  const isBrowser = useSession().kind !== 'unknown';
  const skeleton = <AccountSkeleton title="Replace your card" />;
  return (
    <>
      <NeedsScript title="Replace your card" />
      <div className="noscript:hidden">
        {isBrowser ? (
          <Suspense fallback={skeleton}>
            <NewCardPage config={loaderData.config} />
          </Suspense>
        ) : (
          skeleton
        )}
      </div>
    </>
  );
}
