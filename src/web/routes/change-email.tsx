/** `/change-email`: confirms an email change for one address. The token never stays in the address. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

/**
 * Keeps the form and the contract out of the first paint. The import starts immediately, so they load no
 * later.
 */
const page = import('#web/features/account/change-email-page.tsx');
const ChangeEmailPage = lazy(() => page);

export const handle: PageHandle = { title: 'Change email address' };

export default function ChangeEmail() {
  return (
    <>
      <NeedsScript title="Change email address" />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title="Change email address" />}>
          <ChangeEmailPage />
        </Suspense>
      </div>
    </>
  );
}
