/**
 * Redirects logged-in users from the login and registration pages to the products page or the return path.
 */
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isConsolePath, isPaymentPath } from '#contract/pages.ts';
import { useSession } from '#web/session/use-session.ts';

type Leaving = {
  /** True if the page is done although no user is logged in, such as a registration awaiting confirmation. */
  isDone?: boolean;
  to?: string;
};

export function useOnlyForGuests({ isDone = false, to = '/products' }: Leaving = {}): void {
  const navigate = useNavigate();
  const isLeaving = useSession().kind === 'person' || isDone;
  useEffect(() => {
    if (!isLeaving) return;
    // Checkout and the console need a new document (see site-link.tsx).
    const path = to.replace(/\?.*$/, '');
    if (isPaymentPath(path) || isConsolePath(path)) window.location.replace(to);
    else navigate(to, { replace: true });
  }, [isLeaving, navigate, to]);
}
