/**
 * The red box of a form whose submission was rejected. It announces the failure once: with the focus, which also lets the next Tab reach the
 * form again. A failure that a toast has announced (`isSaid`) is only shown, and the focus stays at the button.
 */
import { useLanguage } from '#web/language.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

export type Problem = { text: string; isSaid?: boolean };

/** `children`: what helps next, under the sentence. `isInDialog`: a modal dialog hides toasts from screen readers, so the box speaks. */
export function ProblemBox({
  problem,
  isInDialog = false,
  children,
}: {
  problem: Problem | null;
  isInDialog?: boolean;
  children?: ReactNode;
}) {
  const { known } = useLanguage();
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
        <p>{known(problem.text)}</p>
        {children}
      </Notice>
    </div>
  );
}
