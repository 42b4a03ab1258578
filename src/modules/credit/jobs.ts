/** Scheduled work of credit and its calls to the processor. All jobs are safe to run twice. */
import type { Deps } from '#modules/shared/deps.ts';
import { payOnDueDay } from '#modules/credit/paying/autopay.ts';
import { compareInvoices } from '#modules/credit/invoices/compare.ts';
import { markUncollectible } from '#modules/credit/invoices/follow.ts';
import { sendHalf } from '#modules/credit/invoices/reopening.ts';
import { sweepCredit } from '#modules/credit/lateness/sweep.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';

/**
 * A freeze applies from midnight, before the sweep records it: the ledger checks for past-due invoices before
 * it holds credit.
 */
export function creditJobs(
  deps: Deps,
  { sweepEveryMinutes, compareEveryMinutes }: { sweepEveryMinutes: number; compareEveryMinutes: number },
): void {
  const sweep = async (): Promise<void> => {
    const invoices = await sweepInvoices(deps);
    deps.log.info({ ...invoices, ...(await sweepCredit(deps)) }, 'credit sweep finished');
  };
  deps.jobs.work('sweep-credit', sweep, { concurrency: 1 });
  const compare = async (): Promise<void> =>
    deps.log.info({ ...(await compareInvoices(deps)) }, 'invoices on credit were compared');
  deps.jobs.work('compare-credit-invoices', compare, { concurrency: 1 });
  deps.jobs.work('send-credit-invoice', ({ invoiceId }) => sendHalf(deps, invoiceId));
  deps.jobs.work('mark-uncollectible', ({ invoiceId }) => markUncollectible(deps, invoiceId));
  deps.jobs.work('autopay-invoice', ({ invoiceId }) => payOnDueDay(deps, invoiceId));
  if (compareEveryMinutes > 0) deps.jobs.schedule('compare-credit-invoices', compareEveryMinutes);
  if (sweepEveryMinutes > 0) deps.jobs.schedule('sweep-credit', sweepEveryMinutes);
}
