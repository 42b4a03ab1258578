/**
 * The error box of a rejected form. It announces the failure once by taking the focus, so the next Tab
 * returns to the form. A failure that a toast announced (`isSaid`) is only shown, and the focus stays on the
 * button.
 */
import { useLanguage } from '#web/language.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

export type Problem = { text: string; isSaid?: boolean };

/**
 * `children`: help below the message. `isInDialog`: a modal dialog hides toasts from screen readers, so the
 * box announces the error.
 */
export function ProblemBox({
  problem,
  isInDialog = false,
  children,
}: {
  problem: Problem | null;
  isInDialog?: boolean;
  children?: ReactNode;
}) {
  const { translate } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const isQuiet = problem?.isSaid === true && !isInDialog;
  useEffect(() => {
    if (problem === null) return;
    if (isQuiet) box.current?.scrollIntoView({ block: 'nearest' });
    else box.current?.focus();
  }, [problem, isQuiet]);
  if (problem === null) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" {...(isQuiet ? {} : { role: 'alert' })}>
        <p>{translate(problem.text)}</p>
        {children}
      </Notice>
    </div>
  );
}
