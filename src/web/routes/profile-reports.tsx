/** `/profile/reports`: the server renders only the frame, because it does not know the user. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { CreditSkeleton } from '#web/features/credit/credit-skeleton.tsx';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/reporting/reports-page.tsx');
const ReportsPage = lazy(load);
if (typeof window !== 'undefined') void load();

const title = 'Your reports to Factiiv';

export const handle: PageHandle = { title };

export default function ProfileReports() {
  const isKnown = useSession().kind !== 'unknown';
  return (
    <>
      <NeedsScript title={title} />
      <div className="noscript:hidden">
        {isKnown ? (
          <Suspense fallback={<CreditSkeleton title={title} />}>
            <ReportsPage />
          </Suspense>
        ) : (
          <CreditSkeleton title={title} />
        )}
      </div>
    </>
  );
}
