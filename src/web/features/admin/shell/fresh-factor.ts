/**
 * The code that is asked for in place when an act needs a fresh one. Whoever runs the act waits for the answer and repeats it with its key.
 */
import { useSyncExternalStore } from 'react';

type Asking = { finish: (isGiven: boolean) => void };

let asking: Asking | null = null;
const listeners = new Set<() => void>();

function set(next: Asking | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** True once the server has taken a code; false when the person thought better of it. */
export function askFreshFactor(): Promise<boolean> {
  asking?.finish(false);
  return new Promise((resolve) => {
    set({
      finish: (isGiven) => {
        set(null);
        resolve(isGiven);
      },
    });
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useAsking = (): Asking | null =>
  useSyncExternalStore(
    subscribe,
    () => asking,
    () => null,
  );
