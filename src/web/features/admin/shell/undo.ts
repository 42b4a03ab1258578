/** What just happened and can be taken back for eight seconds. One at a time: the next act ends the last one's chance. */
import { useSyncExternalStore } from 'react';

export type Undoable = { id: number; text: string; undo: () => void };

export const undoWithinMs = 8_000;

let current: Undoable | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: Undoable | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says what happened and offers to take it back. */
export const offerUndo = (text: string, undo: () => void): void => set({ id: nextId++, text, undo });

export function endUndo(id: number): void {
  if (current?.id === id) set(null);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useUndoable = (): Undoable | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
