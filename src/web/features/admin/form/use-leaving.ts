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
  // The router asks only the blocker that came last, so a guard with nothing to lose must not be one.
  useEffect(() => {
    if (router === undefined || !isHeld) return;
    setBlocker(router.getBlocker(key, ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname));
    const unsubscribe = router.subscribe(({ blockers }) => setBlocker(blockers.get(key)));
    return () => {
      unsubscribe();
      router.deleteBlocker(key);
      setBlocker(undefined);
    };
  }, [router, key, isHeld]);
  return {
    isAsking: blocker?.state === 'blocked',
    stay: () => blocker?.reset?.(),
    leave: () => blocker?.proceed?.(),
  };
}
