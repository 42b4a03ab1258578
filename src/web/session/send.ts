/**
 * Sending a form: one at a time however fast the clicks, and what the visitor reads when it fails. Nothing that was typed is touched.
 */
import { useRef, useState } from 'react';
import { CallError, tryLater } from '#contract/client.ts';

/** The specification's texts for a refusal without a text of its own. */
export const fallbackTexts = {
  login: 'Email or password is incorrect',
  register: tryLater,
  newPassword: 'An error occurred. Please try again.',
} as const;

/** The server's own sentence; `fallback` where a refusal came without one. An accident says nothing about what was typed. */
export function textOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return tryLater;
  return error.code === 'unknown' ? fallback : error.message;
}

export type Sending = {
  isBusy: boolean;
  /** What went wrong last. A new object each time, so that the same text can be announced twice. */
  problem: { text: string; code?: string } | null;
  /** `work` answers `leaving` when the page is on its way out: the form then stays busy until it is gone. */
  run: (work: () => Promise<'leaving' | 'stay'>) => Promise<void>;
  forget: () => void;
};

export function useSending(fallback: string): Sending {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Sending['problem']>(null);
  const isRunning = useRef(false);
  const run: Sending['run'] = async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    const next = await work().catch((error: unknown) => {
      setProblem({ text: textOf(error, fallback), ...(error instanceof CallError && { code: error.code }) });
      return 'stay' as const;
    });
    if (next === 'leaving') return;
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, problem, run, forget: () => setProblem(null) };
}
