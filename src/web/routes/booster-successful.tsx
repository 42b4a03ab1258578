/**
 * `/booster-successful`: after a booster was paid. Its content is in the browser's history, so the server
 * renders only the frame.
 */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/boosters/booster-successful-page.tsx');
const BoosterSuccessfulPage = lazy(load);
if (typeof window !== 'undefined') void load();

export const handle: PageHandle = { title: 'Your booster' };

export default function BoosterSuccessful() {
  const isKnown = useSession().kind !== 'unknown';
  const empty = <div className="min-h-dvh noscript:hidden" />;
  return (
    <>
      <NeedsScript title="Your booster" />
      {isKnown ? (
        <Suspense fallback={empty}>
          <BoosterSuccessfulPage />
        </Suspense>
      ) : (
        empty
      )}
    </>
  );
}
