/**
 * Blocks navigation until the user confirms. Calls the router's blocker directly, because the `useBlocker`
 * hook would add 160 bytes to the bundle of every shop page.
 */
import { use, useEffect, useId, useState } from 'react';
import { type Blocker, UNSAFE_DataRouterContext as RouterContext } from 'react-router';

/** While `isAsking`, call `stay` or `leave`. */
export type Leaving = { isAsking: boolean; stay: () => void; leave: () => void };

export function useLeaving(isHeld: boolean): Leaving {
  const router = use(RouterContext)?.router;
  const key = useId();
  const [blocker, setBlocker] = useState<Blocker>();
  // The router only consults the newest blocker, so a form without changes must not register one.
  useEffect(() => {
    if (router === undefined || !isHeld) return;
    setBlocker(
      router.getBlocker(
        key,
        ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
      ),
    );
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
