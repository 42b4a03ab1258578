/**
 * `/booster-checkout`: one booster, billing details, and card payment. An unknown booster redirects to the
 * products page.
 */
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { listBoosters } from '#contract/boosters.ts';
import { readRuntimeConfig } from '#contract/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { BoosterFrame, FormSkeleton } from '#web/features/boosters/booster-frame.tsx';
import { publicClient } from '#web/server-context.ts';
import { useSession } from '#web/session/use-session.ts';
import { MailLink } from '#web/ui/mail-link.tsx';

const load = () => import('#web/features/boosters/booster-checkout-page.tsx');
const BoosterCheckoutPage = lazy(load);
// The import starts immediately, so rendering does not wait longer. The server does not need it.
if (typeof window !== 'undefined') void load();

export const handle: PageHandle = { title: 'Booster checkout' };

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const call = context.get(publicClient);
  const [boosters, config] = await Promise.all([call(listBoosters), call(readRuntimeConfig)]);
  const boosterId = new URL(request.url).searchParams.get('boosterId');
  const booster = boosters.find(({ id }) => id === boosterId);
  if (booster === undefined) throw redirect('/products');
  return { booster, config };
};

export default function BoosterCheckout({
  loaderData: { booster, config },
}: {
  loaderData: Awaited<ReturnType<typeof loader>>;
}) {
  const isKnown = useSession().kind !== 'unknown';
  const frame = (
    <div className="noscript:hidden">
      <BoosterFrame booster={booster}>
        <FormSkeleton />
      </BoosterFrame>
    </div>
  );
  return (
    <>
      <noscript>
        <h1 className="page pt-8 text-2xl">{booster.title}</h1>
        <p className="page py-6">
          Checkout needs JavaScript: the card fields come from our card processor. You can also order by
          email: write to <MailLink />.
        </p>
      </noscript>
      {isKnown ? (
        <Suspense fallback={frame}>
          <BoosterCheckoutPage booster={booster} config={config} />
        </Suspense>
      ) : (
        frame
      )}
    </>
  );
}
