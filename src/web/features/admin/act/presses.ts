/** The action of a dialog that is still in flight or whose outcome is unknown. */
import { createContext } from 'react';

export type Presses = {
  /** The action in flight. Settles with it and never rejects. */
  running: Promise<unknown> | null;
  /** Content and idempotency key of the last action without a final answer. */
  last: { what: string; key: string } | null;
};

export const noPresses = (): Presses => ({ running: null, last: null });

/** Null outside a `remountOnOpen` dialog. */
export const PressesOfDialog = createContext<Presses | null>(null);
