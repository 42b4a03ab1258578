/** An EIN, masked. Staff with permission can reveal it for 30 seconds after they enter a fresh code. */
import { useEffect } from 'react';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { staffRevealEin } from '#contract/admin/customer-acts.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { staffMutation } from '#web/features/admin/shell/staff-calls.ts';
import { Button } from '#web/ui/button.tsx';

const useStaffRevealEinMutation = staffMutation(staffRevealEin);

const shownForMs = 30_000;

export function Ein({ customerId, last4 }: { customerId: string; last4: string }) {
  const mayReveal = useMay('ein.reveal');
  const act = useAct();
  const [reveal, { data, reset }] = useStaffRevealEinMutation();
  useEffect(() => {
    if (data === undefined) return;
    const timer = setTimeout(reset, shownForMs);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span role="status" className="tabular-nums">
        {data?.ein ?? `•• ••• ${last4}`}
      </span>
      {mayReveal && data === undefined && (
        <Button
          size="small"
          variant="secondary"
          isBusy={act.isBusy}
          onClick={() => void act.run(null, () => reveal(customerId))}
        >
          Reveal<span className="sr-only"> the EIN</span>
        </Button>
      )}
      {data !== undefined && (
        <Button size="small" variant="secondary" onClick={reset}>
          Hide<span className="sr-only"> the EIN</span>
        </Button>
      )}
      {act.problem && (
        <span role="alert" className="text-danger">
          {act.problem.message}
        </span>
      )}
    </span>
  );
}
