/**
 * For pages that need a person. Without an access token, or when the server does not know its bearer, local storage is cleared and the
 * visitor is sent to /login by a new document. A lost connection is no reason to throw anybody out: `error` is then for showing.
 */
import { useEffect } from 'react';
import { clearStorage } from './session.ts';
import { type Me, useMe } from './use-me.ts';
import { useSession } from './use-session.ts';

const isUnwelcome = (status: number): boolean => status === 401 || status === 403 || status === 404;

export function useGuardedMe(): Me & { isLeaving: boolean } {
  const session = useSession();
  const me = useMe();
  const isLeaving = session.kind === 'guest' || (me.error !== undefined && isUnwelcome(me.error.status));
  useEffect(() => {
    if (!isLeaving) return;
    clearStorage();
    window.location.replace('/login');
  }, [isLeaving]);
  return { ...me, isLeaving };
}
