/**
 * A change of screen that waits for an answer. The router's own hook for it would add 160 bytes to the file that every page of the shop
 * loads; the router that it asks is there anyway.
 */
import { use, useEffect, useId, useState } from 'react';
import { type Blocker, UNSAFE_DataRouterContext as RouterContext } from 'react-router';

/** `isAsking`: somebody is about to leave. Then `stay` or `leave` answers. */
export type Leaving = { isAsking: boolean; stay: () => void; leave: () => void };

export function useLeaving(isHeld: boolean): Leaving {
  const router = use(RouterContext)?.router;
  const key = useId();
  const [blocker, setBlocker] = useState<Blocker>();
  useEffect(() => {
    if (router === undefined) return;
    setBlocker(router.getBlocker(key, ({ currentLocation, nextLocation }) => isHeld && currentLocation.pathname !== nextLocation.pathname));
    return router.subscribe(({ blockers }) => setBlocker(blockers.get(key)));
  }, [router, key, isHeld]);
  useEffect(() => () => router?.deleteBlocker(key), [router, key]);
  return {
    isAsking: blocker?.state === 'blocked',
    stay: () => blocker?.reset?.(),
    leave: () => blocker?.proceed?.(),
  };
}
