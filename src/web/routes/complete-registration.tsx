/** `/complete-registration`: confirms the address of a registration. The token never stays in the address. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

/** The form and the contract come after the first paint; the import starts at once, so nobody waits longer for it. */
const page = import('#web/features/account/complete-registration-page.tsx');
const CompleteRegistrationPage = lazy(() => page);

export const handle: PageHandle = { title: 'Verifying your email' };

export default function CompleteRegistration() {
  return (
    <>
      <NeedsScript title="Verifying your email" />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title="Verifying your email" />}>
          <CompleteRegistrationPage />
        </Suspense>
      </div>
    </>
  );
}
