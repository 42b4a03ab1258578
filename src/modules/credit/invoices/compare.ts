/**
 * Compares open credit invoices with those payable at the processor, once a day. Missed changes are repaired;
 * remaining differences raise an alarm.
 */
import * as alarms from '#modules/alarms/service.ts';
import * as comparisons from '#modules/payments/comparison-store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { OpenInvoice } from '#ports/invoice-billing.ts';
import { applyCreditInvoice } from './follow.ts';
import * as store from './store.ts';

export type InvoiceComparison = {
  compared: number;
  foreign: number;
  repaired: number;
  /** Payable at the processor, but not one of our open invoices. */
  unmatched: string[];
  /** Open here, but nowhere at the processor, so it cannot be paid. */
  missing: string[];
  failed: number;
};

/** Days during which payments of a written-off invoice are still looked up at the processor. */
const writtenOffDays = 400;

export async function compareInvoices(deps: Deps): Promise<InvoiceComparison> {
  const report: InvoiceComparison = {
    compared: 0,
    foreign: 0,
    repaired: 0,
    unmatched: [],
    missing: [],
    failed: 0,
  };
  const seen = new Set<string>();
  const surviving = (subject: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      report.failed += 1;
      deps.log.error({ err: error, subject }, 'an invoice on credit could not be compared');
    });
  for await (const remote of deps.gateway.listOpenInvoices()) {
    seen.add(remote.invoiceRef);
    if (remote.shopId !== deps.shopId) report.foreign += 1;
    else await surviving(remote.invoiceRef, () => compareTheirs(deps, report, remote));
  }
  const since = new Date(deps.clock.now().getTime() - writtenOffDays * 86_400_000);
  for await (const payable of store.payableAtProcessor(deps.db, since))
    if (!seen.has(payable.processorRef))
      await surviving(payable.id, () => compareOurs(deps, report, payable));
  const toFound = (kind: comparisons.FoundDifference['kind'], references: string[]) =>
    references.map((reference) => ({ kind, reference, amountCents: null, order: null }));
  const differences = [
    ...toFound('unknown_here', report.unmatched),
    ...toFound('unknown_there', report.missing),
  ];
  await comparisons.saveResult(deps.db, 'credit_invoices', deps.clock.now(), { ...report, differences });
  return report;
}

async function compareTheirs(
  deps: Deps,
  report: InvoiceComparison,
  { invoiceRef, invoiceId, paid }: OpenInvoice,
): Promise<void> {
  report.compared += 1;
  const agrees = (stored: store.HalfInvoice | null): boolean =>
    stored?.status === 'open' &&
    stored.processorRef === invoiceRef &&
    (stored.reopened > 0 || stored.paid === paid);
  if (agrees(invoiceId === null ? null : await store.find(deps.db, invoiceId))) return;
  await applyCreditInvoice(deps, invoiceRef);
  const [invoice, remote] = [
    invoiceId === null ? null : await store.find(deps.db, invoiceId),
    await deps.gateway.readInvoice(invoiceRef),
  ];
  if (remote?.status !== 'open' || agrees(invoice)) {
    report.repaired += 1;
    return;
  }
  report.unmatched.push(invoiceRef);
  const detail = `Invoice ${invoiceRef} is open at the processor and matches no open invoice here`;
  await alarms.raise(deps.db, deps.log, 'credit_invoice', invoiceRef, detail);
}

/**
 * Handles an invoice not listed as open at the processor: paid, voided, written off, or opened after the list
 * was read. Written off on both sides counts as agreement, even if part of it was paid since.
 */
async function compareOurs(
  deps: Deps,
  report: InvoiceComparison,
  { id, processorRef }: store.AtProcessor,
): Promise<void> {
  const remote = await deps.gateway.readInvoice(processorRef);
  if (remote?.status === 'open') return;
  report.compared += 1;
  const before = await store.find(deps.db, id);
  if (remote !== null) await applyCreditInvoice(deps, processorRef);
  const stored = await store.find(deps.db, id);
  if (stored?.status === 'uncollectible') {
    if (stored.paid !== before?.paid) report.repaired += 1;
    return;
  }
  if (stored?.status !== 'open' || stored.processorRef !== processorRef) {
    report.repaired += 1;
    return;
  }
  report.missing.push(stored.number);
  const detail = `Invoice ${stored.number} is open here and ${remote?.status ?? 'unknown'} at the processor (${processorRef})`;
  await alarms.raise(deps.db, deps.log, 'credit_invoice', processorRef, detail);
}
