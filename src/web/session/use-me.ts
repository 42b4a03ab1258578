/** The logged-in user. Only inside `ApiProvider`, and only in lazily loaded chunks. */
import { api, type CurrentUser, type Rejection } from './api.ts';
import { useSession } from './use-session.ts';

export type Me = {
  /** Undefined for a guest, and until the response arrives. */
  user: CurrentUser | undefined;
  isLoading: boolean;
  error: Rejection | undefined;
  reload: () => void;
};

export function useMe(): Me {
  const isPerson = useSession().kind === 'person';
  const { currentData, isFetching, error, refetch } = api.useMeQuery(undefined, { skip: !isPerson });
  return {
    user: isPerson ? currentData : undefined,
    isLoading: isPerson && isFetching && currentData === undefined,
    error: isPerson ? (error as Rejection | undefined) : undefined,
    reload: () => void (isPerson && refetch()),
  };
}
