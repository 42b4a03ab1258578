/** `/register`: the registration. */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { AccountSkeleton } from '#web/features/account/account-skeleton.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';

/** The form and the contract come after the first paint; the import starts at once, so nobody waits longer for it. */
const page = import('#web/features/account/register-page.tsx');
const RegisterPage = lazy(() => page);

export const handle: PageHandle = {
  title: 'Register',
  description: 'Register for an account: your orders, cards and details in one place. An account costs nothing.',
};

export default function Register() {
  return (
    <>
      <NeedsScript title="Register" />
      <div className="noscript:hidden">
        <Suspense fallback={<AccountSkeleton title="Register" />}>
          <RegisterPage />
        </Suspense>
      </div>
    </>
  );
}
