/**
 * Asks for a fresh code when an action requires one. The caller waits for the result and repeats the action
 * with its key.
 */
import { useSyncExternalStore } from 'react';

type Asking = { finish: (isGiven: boolean) => void };

let asking: Asking | null = null;
const listeners = new Set<() => void>();

function set(next: Asking | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** Resolves to true once the server has accepted a code, and to false if the user cancels. */
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
