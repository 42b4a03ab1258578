/** What is reported and to whom, and the box that nobody has ticked before. */
import { type ReactNode, useId } from 'react';
import { howToStopReporting, reportingConsent, whatIsReported } from '#kernel/reporting-terms.ts';

export const WhatIsReported = () => (
  <div className="grid gap-3">
    <p>Factiiv is a platform for business credit. If you agree, we report to it:</p>
    <ul className="grid list-disc gap-1.5 ps-5">
      {whatIsReported.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <p className="text-sm text-muted">{howToStopReporting}</p>
  </div>
);

type Props = { isTicked: boolean; problem: string | null; onTick: (isTicked: boolean) => void; children?: ReactNode };

export const pleaseAgree = 'Please agree to the reports first';

export function ConsentBox({ isTicked, problem, onTick }: Props) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-accent"
          checked={isTicked}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ target }) => onTick(target.checked)}
        />
        <span>{reportingConsent}</span>
      </label>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
