/** Runs all sweeps on demand and returns a readable report. */
import { openForSeconds } from '#modules/checkout/jobs.ts';
import {
  type Comparison,
  compareCharges,
  type Difference,
  fillEventHoles,
  type HoleReport,
  type SweepLimits,
  type SweepReport,
  sweepPayments,
} from '#modules/checkout/reconcile.ts';
import { compareInvoices, type InvoiceComparison } from '#modules/credit/invoices/compare.ts';
import { compareSubscriptions, type SubscriptionComparison } from '#modules/subscriptions/compare.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Deps } from '#modules/shared/deps.ts';

export type Reconciliation = {
  payments: SweepReport;
  events: HoleReport;
  charges: Comparison;
  subscriptions: SubscriptionComparison;
  invoices: InvoiceComparison;
};

export const reconcile = async (
  deps: Deps,
  limits: Omit<SweepLimits, 'openForSeconds'>,
): Promise<Reconciliation> => ({
  payments: await sweepPayments(deps, { openForSeconds, ...limits }),
  events: await fillEventHoles(deps),
  charges: await compareCharges(deps, limits),
  subscriptions: await compareSubscriptions(deps),
  invoices: await compareInvoices(deps),
});

export const describeReport = ({
  payments,
  events,
  charges,
  subscriptions,
  invoices,
}: Reconciliation): string =>
  [
    `Open payments   ${payments.looked} checked, ${payments.settled} found paid, ${payments.expired} orders expired, ${payments.released} code uses released, ${payments.failed} could not be read`,
    `Missed events   ${events.listed} listed, ${events.filled} undelivered and now stored, ${events.stuck} failing and retried, ${events.failed} could not be stored`,
    ...describeComparison(charges),
    ...describeSubscriptions(subscriptions),
    ...describeInvoices(invoices),
  ].join('\n');

export const describeSubscriptions = ({
  compared,
  repaired,
  foreign,
  failed,
  unmatched,
}: SubscriptionComparison): string[] => [
  `Subscriptions   ${compared} compared, ${repaired} repaired, ${foreign} not from this shop, ${failed} could not be read`,
  ...unmatched.map((reference) => `  charged at the processor, unknown here: ${reference}`),
];

export const describeInvoices = ({
  compared,
  repaired,
  foreign,
  failed,
  unmatched,
  missing,
}: InvoiceComparison): string[] => [
  `Credit invoices ${compared} compared, ${repaired} repaired, ${foreign} not from this shop, ${failed} could not be read`,
  ...unmatched.map((reference) => `  open at the processor, not open here: ${reference}`),
  ...missing.map((number) => `  open here, not open at the processor: ${number}`),
];

export const invoicesAgree = ({ unmatched, missing, failed }: InvoiceComparison): boolean =>
  unmatched.length + missing.length + failed === 0;

export const subscriptionsAgree = ({ unmatched, failed }: SubscriptionComparison): boolean =>
  unmatched.length + failed === 0;

export function describeComparison(charges: Comparison): string[] {
  const differences = [
    ...charges.unmatched.map((charge) => `  paid at the processor, unknown here: ${describe(charge)}`),
    ...charges.missing.map((charge) => `  paid here, unknown at the processor: ${describe(charge)}`),
  ];
  return [
    `Charges         ${charges.compared} compared, ${charges.repaired} repaired, ${charges.foreign} not from this shop, ${charges.refundsRead} refunds and disputes read, ${charges.failed} could not be read`,
    `Difference      ${sumUp(differences.length, charges.failed)}`,
    ...differences,
  ];
}

const describe = ({ reference, amount, order }: Difference): string =>
  `${formatMoney(amount)} of ${order === null ? 'an unknown order' : `order ${order}`} (${reference})`;

/** A skipped comparison may hide a difference, so it is never shown as "none". */
function sumUp(differences: number, failed: number): string {
  if (failed === 0) return differences === 0 ? 'none' : String(differences);
  const unknown = `${failed} could not be compared`;
  return differences === 0 ? `unknown: ${unknown}` : `${differences}, and ${unknown}`;
}

/** Returns true if everything was compared and nothing differs. */
export const isInOrder = ({ payments, events, charges, subscriptions, invoices }: Reconciliation): boolean =>
  agrees(charges) &&
  subscriptionsAgree(subscriptions) &&
  invoicesAgree(invoices) &&
  payments.failed + events.failed === 0;

export const agrees = ({ unmatched, missing, failed }: Comparison): boolean =>
  unmatched.length + missing.length + failed === 0;
