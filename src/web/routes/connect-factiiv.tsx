/** `/connect/factiiv`: where Factiiv leads back to. The head of the page has taken the key out of the address before anything else ran. */
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
