/** Whether there is room for a table: from 640 pixels on. */
import { useSyncExternalStore } from 'react';

const isWide = '(width >= 40rem)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(isWide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(isWide).matches);
