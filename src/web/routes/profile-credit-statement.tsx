/**
 * `/profile/credit/statements/{month}`: the server renders only the frame, because it does not know the user.
 */
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { CreditSkeleton } from '#web/features/credit/credit-skeleton.tsx';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/credit/statement-page.tsx');
const StatementPage = lazy(load);
if (typeof window !== 'undefined') void load();

const title = 'Statement of your Net 30 account';

export const handle: PageHandle = { title };

export default function ProfileCreditStatement() {
  const { month = '' } = useParams();
  const isKnown = useSession().kind !== 'unknown';
  return (
    <>
      <NeedsScript title={title} />
      <div className="noscript:hidden">
        {isKnown ? (
          <Suspense fallback={<CreditSkeleton title={title} />}>
            <StatementPage month={month} />
          </Suspense>
        ) : (
          <CreditSkeleton title={title} />
        )}
      </div>
    </>
  );
}
