/** The red box of a form that was refused. It takes the focus, so that it is read out and the next Tab reaches the form again. */
import { useLanguage } from '#web/language.tsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

export type Problem = { text: string };

/** `children` is what helps further, under the sentence. */
export function ProblemBox({ problem, children }: { problem: Problem | null; children?: ReactNode }) {
  const { known } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) box.current?.focus();
  }, [problem]);
  if (problem === null) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" role="alert">
        <p>{known(problem.text)}</p>
        {children}
      </Notice>
    </div>
  );
}
