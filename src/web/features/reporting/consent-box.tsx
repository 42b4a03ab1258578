/** What is reported and to whom, with an unchecked consent checkbox. */
import { howToStopReporting, reportingConsent, whatIsReported } from '#kernel/reporting-terms.ts';
import { TickBox } from '#web/ui/fields/tick-box.tsx';

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

type Props = { isTicked: boolean; problem: string | null; onTick: (isTicked: boolean) => void };

export const consentMissing = 'Please agree to the reports first';

export const ConsentBox = ({ isTicked, problem, onTick }: Props) => (
  <TickBox checked={isTicked} error={problem} onChange={({ target }) => onTick(target.checked)}>
    {reportingConsent}
  </TickBox>
);
