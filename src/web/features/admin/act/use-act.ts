/**
 * Doing something that is written down. One press is one act: it has a key, under which the server does it once, however often it is sent.
 * Where a fresh code is needed it is asked for in place, and the same act goes on with the same key. A record that somebody else changed
 * meanwhile is told apart from other refusals, so that the page can show both.
 */
import { useContext, useEffect, useRef, useState } from 'react';
import type { Rejection } from '#web/session/api.ts';
import { freshKey } from '#web/fresh-key.ts';
import { askFreshFactor } from '#web/features/admin/shell/fresh-factor.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import { noPresses, PressesOfDialog } from './presses.ts';

export type Outcome<T> =
  | { kind: 'done'; data: T }
  /** The person did not give the code. */
  | { kind: 'canceled' }
  | { kind: 'changed'; error: Rejection }
  | { kind: 'refused'; error: Rejection };

/** What a mutation of RTK Query answers. */
type Sent<T> = PromiseLike<{ data?: T; error?: unknown }>;

/** Sends once, and once more with the same key after a fresh code. */
export async function attempt<T>(send: (key: string) => Sent<T>, key: string, askCode = askFreshFactor): Promise<Outcome<T>> {
  const answer = await send(key);
  if (answer.error === undefined) return { kind: 'done', data: answer.data as T };
  const error = rejectionOf(answer.error);
  if (error.code === 'fresh_factor_needed') return (await askCode()) ? attempt(send, key, askCode) : { kind: 'canceled' };
  return { kind: error.code === 'changed_meanwhile' ? 'changed' : 'refused', error };
}

export type Act = {
  isBusy: boolean;
  /** The last refusal, until the next press. */
  problem: Rejection | null;
  /**
   * `what`: the content of the act. While it is the same and nothing was answered for good, a repeated press is the same act; null: each
   * press is one of its own. Null when one is under way already.
   */
  run<T>(what: unknown, send: (key: string) => Sent<T>): Promise<Outcome<T> | null>;
  forget: () => void;
};

/** Refusals after which nothing has been decided: the act may have been done, or may yet be. */
const isUndecided = ({ status }: Rejection): boolean => status === 0 || status === 429 || status >= 500;

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Rejection | null>(null);
  const own = useRef(noPresses());
  const presses = useContext(PressesOfDialog) ?? own.current;
  // An act of an earlier opening of this dialog is under way: its button waits for it.
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
      const isOpen = outcome.kind === 'canceled' || (outcome.kind === 'refused' && isUndecided(outcome.error));
      if (!isOpen) presses.last = null;
      return outcome;
    } finally {
      presses.running = null;
      setBusy(false);
    }
  };
  return { isBusy, problem, run, forget: () => setProblem(null) };
}
