/** `/login`: login and, in the same panel, the request for a new password. */
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
const page = import('#web/features/account/log-in-page.tsx');
const LogInPage = lazy(() => page);

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle = {
  title: phrase('Login'),
  description: phrase(
    'Log in to see your orders, cards and details, or request a link to set a new password.',
  ),
} satisfies PageHandle;

export default function Login() {
  return (
    <>
      <NeedsScript title={handle.title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={handle.title} />}>
          <LogInPage />
        </Suspense>
      </div>
    </>
  );
}
