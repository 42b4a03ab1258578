/** What was pressed in a dialog and is not answered yet. */
import { createContext } from 'react';

export type Presses = {
  /** The act that is under way; settles with it, and never rejects. */
  running: Promise<unknown> | null;
  /** The content of the last act without a final answer, and the key under which it was sent. */
  last: { what: string; key: string } | null;
};

export const noPresses = (): Presses => ({ running: null, last: null });

/** Null outside of a dialog that starts fresh. */
export const PressesOfDialog = createContext<Presses | null>(null);
