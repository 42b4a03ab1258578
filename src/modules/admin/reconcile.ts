/** All sweeps at once, run by hand, with a report that a person can read. */
import { openForSeconds } from '#modules/checkout/jobs.ts';
import {
  type Comparison,
  compareCharges,
  fillEventHoles,
  type HoleReport,
  type SweepReport,
  sweepPayments,
} from '#modules/checkout/reconcile.ts';
import type { Deps } from '#platform/deps.ts';

export type Reconciliation = {
  payments: SweepReport;
  events: HoleReport;
  charges: Comparison;
};

export const reconcile = async (deps: Deps, expireAfterHours: number): Promise<Reconciliation> => ({
  payments: await sweepPayments(deps, { openForSeconds, expireAfterHours }),
  events: await fillEventHoles(deps),
  charges: await compareCharges(deps, { expireAfterHours }),
});

export function describeReport({ payments, events, charges }: Reconciliation): string {
  const differences = [
    ...charges.unmatched.map((ref) => `  paid at the processor, unknown here: ${ref}`),
    ...charges.missing.map((id) => `  paid here, unknown at the processor: ${id}`),
  ];
  return [
    `Open payments   ${payments.looked} looked at, ${payments.settled} turned out to be paid, ${payments.expired} orders expired, ${payments.failed} could not be read`,
    `Missed events   ${events.listed} listed, ${events.filled} were never delivered and are taken in, ${events.stuck} keep failing and are tried again, ${events.failed} could not be stored`,
    `Charges         ${charges.compared} compared, ${charges.repaired} repaired, ${charges.foreign} of others, ${charges.refundsRead} refunds and disputes read, ${charges.failed} could not be read`,
    differences.length === 0 ? 'Difference      none' : `Difference      ${differences.length}`,
    ...differences,
  ].join('\n');
}
