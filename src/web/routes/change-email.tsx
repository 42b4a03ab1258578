/** `/change-email`: one address agrees to a change. The token never stays in the address. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

/** The form and the contract come after the first paint; the import starts at once, so nobody waits longer for it. */
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
