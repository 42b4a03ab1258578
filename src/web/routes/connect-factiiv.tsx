/**
 * `/connect/factiiv`: Factiiv's return address. A script in the head removes the key from the address first.
 */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

const load = () => import('#web/features/reporting/return-page.tsx');
const ReturnPage = lazy(load);
if (typeof window !== 'undefined') void load();

const title = 'Connect to Factiiv';

export const handle: PageHandle = { title };

export default function ConnectFactiiv() {
  return (
    <>
      <NeedsScript title={title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={title} />}>
          <ReturnPage />
        </Suspense>
      </div>
    </>
  );
}
