/**
 * Sending a form: one at a time however fast the clicks, and what the visitor reads when it fails. Nothing that was typed is touched.
 */
import { useRef, useState } from 'react';
import { tryLater } from '#contract/client.ts';
import * as toasts from '#web/ui/toasts.ts';
import { isRefusal, refusalText } from './refusal.ts';

export type Sending = {
  isBusy: boolean;
  /** What went wrong last. A new object each time, so that the same text can be announced twice. `isSaid`: a toast has announced it. */
  problem: { text: string; code?: string; isSaid?: boolean } | null;
  /**
   * `work` throws what its call threw. It answers `leaving` when the page is on its way out: the form then stays busy until it is gone.
   * `isSaid`: true for a refusal that is said elsewhere, such as at its field.
   */
  run: (work: () => Promise<unknown>, isSaid?: (error: unknown) => boolean) => Promise<void>;
  forget: () => void;
};

/** `topic`: of a toast that says the same, for whoever has a dialog over the form, or has scrolled on. */
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
