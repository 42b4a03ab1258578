/**
 * Runs an audited action. Each press has an idempotency key, so the server executes it once, however often it
 * is sent. If the server requires a fresh code, a dialog asks for it and the action continues under the same
 * key. A version conflict (`changed`) is separate from other errors, so the page can show both versions.
 */
import { useContext, useEffect, useRef, useState } from 'react';
import type { Rejection } from '#web/session/api.ts';
import { freshKey } from '#web/fresh-key.ts';
import { askFreshFactor } from '#web/features/admin/shell/fresh-factor.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { noPresses, PressesOfDialog } from './presses.ts';

export type Outcome<T> =
  | { kind: 'done'; data: T }
  /** The user dismissed the code dialog. */
  | { kind: 'canceled' }
  | { kind: 'changed'; error: Rejection }
  | { kind: 'refused'; error: Rejection };

/** The result of an RTK Query mutation. */
type Sent<T> = PromiseLike<{ data?: T; error?: unknown }>;

/** Sends the action, and sends it again with the same key after a fresh code. */
export async function attempt<T>(
  send: (key: string) => Sent<T>,
  key: string,
  askCode = askFreshFactor,
): Promise<Outcome<T>> {
  const answer = await send(key);
  if (answer.error === undefined) return { kind: 'done', data: answer.data as T };
  const error = rejectionOf(answer.error);
  if (error.code === 'fresh_factor_needed')
    return (await askCode()) ? attempt(send, key, askCode) : { kind: 'canceled' };
  return { kind: error.code === 'changed_meanwhile' ? 'changed' : 'refused', error };
}

export type Act = {
  isBusy: boolean;
  /** The last error; cleared by the next press. */
  problem: Rejection | null;
  /**
   * `what`: the content of the action. Pressing again with the same content repeats the same action until it
   * has a final answer; with null, each press is a new action. Resolves to null if an action is already in
   * flight.
   */
  run<T>(what: unknown, send: (key: string) => Sent<T>): Promise<Outcome<T> | null>;
  forget: () => void;
};

/** Errors that leave the outcome open: the action may have succeeded, or still may. */
const isUndecided = ({ status }: Rejection): boolean => status === 0 || status === 429 || status >= 500;

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Rejection | null>(null);
  const ownPresses = useRef(noPresses());
  const presses = useContext(PressesOfDialog) ?? ownPresses.current;
  // An action from an earlier opening of this dialog is in flight; the button waits for it.
  useEffect(() => {
    if (presses.running === null) return;
    setBusy(true);
    void presses.running.then(() => setBusy(false));
  }, [presses]);
  const run: Act['run'] = async (what, send) => {
    if (presses.running !== null) return null;
    setBusy(true);
    setProblem(null);
    const content = JSON.stringify(what);
    if (what === null || presses.last?.what !== content) presses.last = { what: content, key: freshKey() };
    const sending = attempt(send, presses.last.key);
    presses.running = sending.catch(() => undefined);
    try {
      const outcome = await sending;
      if (outcome.kind === 'refused') setProblem(outcome.error);
      const isOpen =
        outcome.kind === 'canceled' || (outcome.kind === 'refused' && isUndecided(outcome.error));
      if (!isOpen) presses.last = null;
      return outcome;
    } finally {
      presses.running = null;
      setBusy(false);
    }
  };
  return { isBusy, problem, run, forget: () => setProblem(null) };
}
