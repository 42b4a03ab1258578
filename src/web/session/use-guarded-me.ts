/**
 * For pages that need a person. Without an access token, or after a final 401, local storage is cleared and the visitor is sent to /login by
 * a new document. Nothing else is a reason to throw anybody out: `error` is then for showing, with another try.
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
