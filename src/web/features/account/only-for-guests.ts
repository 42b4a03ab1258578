/** Whoever is logged in has no business at the log-in or the registration: they are sent to the products, or where they came from. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isConsolePath, isPaymentPath } from '#kernel/pages.ts';
import { useSession } from '#web/session/use-session.ts';

type Leaving = {
  /** The page's work is done though nobody is logged in, such as a registration that waits for its confirmation. */
  isDone?: boolean;
  to?: string;
};

export function useOnlyForGuests({ isDone = false, to = '/products' }: Leaving = {}): void {
  const navigate = useNavigate();
  const isLeaving = useSession().kind === 'person' || isDone;
  useEffect(() => {
    if (!isLeaving) return;
    // Checkout is a document of its own (see site-link.tsx), and so is the console.
    const path = to.replace(/\?.*$/, '');
    if (isPaymentPath(path) || isConsolePath(path)) window.location.replace(to);
    else navigate(to, { replace: true });
  }, [isLeaving, navigate, to]);
}
