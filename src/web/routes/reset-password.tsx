/** `/reset-password`: a new password with the link from an email. The token never stays in the address. */
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
const page = import('#web/features/account/reset-password-page.tsx');
const ResetPasswordPage = lazy(() => page);

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle = { title: phrase('Reset password') } satisfies PageHandle;

export default function ResetPassword() {
  return (
    <>
      <NeedsScript title={handle.title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={handle.title} />}>
          <ResetPasswordPage />
        </Suspense>
      </div>
    </>
  );
}
