/**
 * For pages that need a user. Without an access token, or after a final 401, local storage is cleared and a
 * new document opens /login. No other error logs the user out: `error` is shown with a retry button.
 */
import { useEffect } from 'react';
import { clearStorage } from './session.ts';
import { type Me, useMe } from './use-me.ts';
import { useSession } from './use-session.ts';

export function useGuardedMe(): Me & { isLeaving: boolean } {
  const session = useSession();
  const me = useMe();
  const isLeaving = session.kind === 'guest' || me.error?.status === 401;
  useEffect(() => {
    if (!isLeaving) return;
    clearStorage();
    window.location.replace('/login');
  }, [isLeaving]);
  return { ...me, isLeaving };
}
