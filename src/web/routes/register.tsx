/** `/register`: the registration. */
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
const page = import('#web/features/account/register-page.tsx');
const RegisterPage = lazy(() => page);

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export const handle = {
  title: phrase('Register'),
  description: phrase('Register for a free account: your orders, cards and details in one place.'),
} satisfies PageHandle;

export default function Register() {
  return (
    <>
      <NeedsScript title={handle.title} />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title={handle.title} />}>
          <RegisterPage />
        </Suspense>
      </div>
    </>
  );
}
