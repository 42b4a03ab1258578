/** `npm run admin -- adopt --missing` rebuilds data that a restore lost, as far as the processor has it. */
import { formatMoney } from '#kernel/money.ts';
import {
  agrees,
  describeComparison,
  describeInvoices,
  describeSubscriptions,
  invoicesAgree,
  subscriptionsAgree,
} from '#modules/operations/reconcile.ts';
import { type AdoptionReport, adoptMissing, restoredTo } from '#modules/checkout/adopt-missing.ts';
import { compareCharges } from '#modules/checkout/reconcile.ts';
import { compareInvoices } from '#modules/credit/invoices/compare.ts';
import { compareSubscriptions } from '#modules/subscriptions/compare.ts';
import { startingOfRebuilt } from '#modules/subscriptions/rebuilt-store.ts';
import { startAtProcessor } from '#modules/subscriptions/start.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Config } from '#server/settings/config.ts';
import { complain, inUtc, momentExample, momentIn, say } from './admin-command.ts';

const dayMs = 86_400_000;

export async function adoptAllMissing(
  deps: Deps,
  { sweeps }: Pick<Config, 'sweeps'>,
  option: string | undefined,
): Promise<number> {
  const since = option === undefined ? await restoredTo(deps.db) : momentIn(option);
  if (since === null)
    return complain(
      option === undefined
        ? `No restore is recorded in this database. Set the start with --since, such as ${momentExample}`
        : `${option} is not a valid time. Use a format such as ${momentExample}`,
    );
  say(`Searching for payments since ${inUtc(since)}:`);
  const report = await adoptMissing(deps, since);
  for (const line of describe(report, since)) say(line);
  // Before the comparison, which would match them by id without their paid period and card. The shop retries
  // failures.
  for (const id of await startingOfRebuilt(deps.db))
    await startAtProcessor(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, subscription: id }, 'not started yet'),
    );
  // Refunds, disputes, and renewals since then belong to orders that all exist now.
  const atLeastDays = (deps.clock.now().getTime() - since.getTime()) / dayMs + 1;
  const charges = await compareCharges(deps, {
    expireAfterHours: sweeps.expireAfterHours,
    atLeastDays,
    leaveMs: 0,
  });
  const subscriptions = await compareSubscriptions(deps);
  const invoices = await compareInvoices(deps);
  for (const line of [
    ...describeComparison(charges),
    ...describeSubscriptions(subscriptions),
    ...describeInvoices(invoices),
  ])
    say(line);
  const isComplete =
    report.left.length === 0 &&
    report.adopted.every(({ status }) => status === 'succeeded') &&
    agrees(charges) &&
    subscriptionsAgree(subscriptions) &&
    invoicesAgree(invoices);
  say(
    'Data that the processor does not hold is lost: unpaid, credit, and free orders, accounts, carts, messages, and staff changes. Rebuilt orders have new numbers.',
  );
  return isComplete ? 0 : 1;
}

function describe({ looked, known, adopted, left }: AdoptionReport, since: Date): string[] {
  return [
    ...adopted.map(({ intentRef, number, status }) => `adopted  ${intentRef}  order ${number}  ${status}`),
    ...left.map(({ intentRef, amount, why }) => `left     ${intentRef}  ${formatMoney(amount)}  ${why}`),
    `Payments since ${inUtc(since)}: ${looked} checked, ${known} known, ${adopted.length} adopted, ${left.length} left`,
  ];
}
