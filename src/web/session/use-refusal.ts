/**
 * What went wrong last, said twice: as a toast, and in the form for whoever reads slowly or has a dialog over the toasts.
 * A new object each time, so that the same text can be announced twice.
 */
import { useState } from 'react';
import * as toasts from '#web/ui/toasts.ts';
import { refusalText, tryLater } from './refusal.ts';

export type Refusal = {
  problem: { text: string } | null;
  /** Takes what a call threw; answers the text. */
  say: (error: unknown) => string;
  sayText: (text: string) => string;
  forget: () => void;
};

export function useRefusal(fallback = tryLater): Refusal {
  const [problem, setProblem] = useState<Refusal['problem']>(null);
  const sayText = (text: string): string => {
    toasts.error(text, 'profile');
    setProblem({ text });
    return text;
  };
  return { problem, say: (error) => sayText(refusalText(error, fallback)), sayText, forget: () => setProblem(null) };
}
