/**
 * Submitting a form: one request at a time however fast the clicks, and the message if it fails. The form's
 * values are not changed.
 */
import { useRef, useState } from 'react';
import { tryLater } from '#contract/client.ts';
import * as toasts from '#web/ui/toasts.ts';
import { isRefusal, refusalText } from './refusal.ts';

export type Sending = {
  isBusy: boolean;
  /**
   * The last error. A new object each time, so the same text is announced again. `isSaid`: a toast announced
   * it.
   */
  problem: { text: string; code?: string; isSaid?: boolean } | null;
  /**
   * `work` throws the error of its call. It returns `leaving` if the page is about to change; the form stays
   * busy until then. `isSaid`: true for an error that is shown elsewhere, such as at its field.
   */
  run: (work: () => Promise<unknown>, isSaid?: (error: unknown) => boolean) => Promise<void>;
  forget: () => void;
};

/** `topic`: of a toast with the same text, for users with a dialog over the form or scrolled away from it. */
export function useSending(fallback = tryLater, topic?: string): Sending {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Sending['problem']>(null);
  const isRunning = useRef(false);
  const fail = (error: unknown): void => {
    const text = refusalText(error, fallback);
    if (topic !== undefined) toasts.error(text, topic);
    setProblem({ text, isSaid: topic !== undefined, ...(isRefusal(error) && { code: error.code }) });
  };
  const run: Sending['run'] = async (work, isSaid = () => false) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    const next = await work().catch((error: unknown) => {
      if (!isSaid(error)) fail(error);
    });
    if (next === 'leaving') return;
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, problem, run, forget: () => setProblem(null) };
}
