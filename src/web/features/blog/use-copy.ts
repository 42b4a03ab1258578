/**
 * Copies a text and confirms it for 2 seconds. If the browser refuses, it reports that, so the visitor can
 * copy by hand.
 */
import { useEffect, useRef, useState } from 'react';

/** Specified: 2 seconds. */
const copiedForMs = 2_000;

export function useCopy(): { state: 'idle' | 'copied' | 'refused'; copy(text: string): void } {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string): Promise<void> => {
    clearTimeout(timer.current);
    try {
      // Undefined on pages without https.
      await navigator.clipboard.writeText(text);
      setState('copied');
      timer.current = setTimeout(() => setState('idle'), copiedForMs);
    } catch {
      setState('refused');
    }
  };
  return { state, copy: (text) => void copy(text) };
}
