/** Registers keyboard shortcuts while a component is mounted. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { areKeysOn, type KeyAct, offer, subscribe } from './keys.ts';

/** `acts` may change on every render; the latest one runs. */
export function useKeys(acts: readonly KeyAct[]): void {
  const run = useEffectEvent((keys: string) => acts.find((act) => act.keys === keys)?.run());
  const shape = JSON.stringify(acts);
  useEffect(() => {
    const fixed = JSON.parse(shape) as KeyAct[];
    return offer(fixed.map((act) => ({ ...act, run: () => run(act.keys) })));
  }, [shape]);
}

export const useKeysAreOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn, () => true);
