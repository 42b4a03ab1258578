/** `/unsubscribe`: stops cart emails after a click. The token never stays in the address. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

const title = 'Stop emails about your cart';
const page = import('#web/features/account/unsubscribe-page.tsx');
const UnsubscribePage = lazy(() => page);

export const handle: PageHandle = { title };

export default function Unsubscribe() {
  return (
    <>
      <NeedsScript title={title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={title} />}>
          <UnsubscribePage />
        </Suspense>
      </div>
    </>
  );
}
