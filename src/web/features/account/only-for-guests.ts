/** Whoever is logged in has no business at the log-in or the registration: they are sent to the products. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/session/use-session.ts';

/** `isDone`: the page's work is done though nobody is logged in, such as a registration that waits for its confirmation. */
export function useOnlyForGuests(isDone = false): void {
  const navigate = useNavigate();
  const isLeaving = useSession().kind === 'person' || isDone;
  useEffect(() => {
    if (isLeaving) navigate('/products', { replace: true });
  }, [isLeaving, navigate]);
}
