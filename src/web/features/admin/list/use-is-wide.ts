/** Whether the viewport fits a table: at least 40rem (640 px by default). */
import { useSyncExternalStore } from 'react';

const isWide = '(width >= 40rem)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(isWide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(isWide).matches);
