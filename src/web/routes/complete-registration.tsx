/** `/complete-registration`: confirms the address of a registration. The token never stays in the address. */
import { phrase } from '#kernel/language.ts';
import { keepLanguage, loadLanguage } from '#web/load-language.ts';
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

/**
 * Keeps the form and the contract out of the first paint. The import starts immediately, so they load no
 * later.
 */
const page = import('#web/features/account/complete-registration-page.tsx');
const CompleteRegistrationPage = lazy(() => page);

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle = { title: phrase('Verifying your email') } satisfies PageHandle;

export default function CompleteRegistration() {
  return (
    <>
      <NeedsScript title={handle.title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={handle.title} />}>
          <CompleteRegistrationPage />
        </Suspense>
      </div>
    </>
  );
}
