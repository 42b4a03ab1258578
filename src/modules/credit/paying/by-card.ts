/**
 * Pays invoices with a saved card, from the profile. The processor charges the card for its own invoice,
 * which can only be paid once. A second click, another tab, the hosted page, and the due day therefore cannot
 * charge twice.
 */
import { randomUUID } from 'node:crypto';
import type * as contract from '#contract/credit-payments.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { isPayable } from '#modules/invoices/rules.ts';
import * as cards from '#modules/payments/cards.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import type { InvoiceAttempt } from '#ports/subscription-billing.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import * as store from '#modules/credit/invoices/store.ts';
import { readAccount } from '#modules/credit/account/view.ts';

type Body = Received<typeof contract.payCreditInvoices>['body'];
type Result = Handled<typeof contract.payCreditInvoices>['results'][number];

/**
 * Throws `credit_invoice_unknown` (also for another person's), `credit_invoice_early`, `card_not_found`,
 * `card_expired`, and `cards_unavailable`.
 */
export async function payInvoices(
  deps: Deps,
  { userId }: Person,
  { invoiceIds, paymentMethodId }: Body,
): Promise<{ results: Result[] }> {
  const found = await Promise.all(invoiceIds.map((id) => store.find(deps.db, id)));
  const invoices = found.map((invoice) => {
    if (invoice === null || invoice.userId !== userId) throw new DomainError('credit_invoice_unknown');
    if (invoice.processorRef === null && isPayable(invoice.status))
      throw new DomainError('credit_invoice_early');
    return invoice;
  });
  await cards.assertUsable(deps, userId, paymentMethodId).catch((error: unknown) => {
    throw error instanceof GatewayUnavailable ? new DomainError('cards_unavailable') : error;
  });
  const results: Result[] = [];
  for (const invoice of invoices) results.push(await payOne(deps, invoice, paymentMethodId));
  return { results };
}

async function payOne(deps: Deps, invoice: store.HalfInvoice, cardRef: string): Promise<Result> {
  const { id: invoiceId, processorRef } = invoice;
  if (processorRef === null || !isPayable(invoice.status))
    return invoice.status === 'paid'
      ? { invoiceId, status: 'paid' }
      : { invoiceId, status: 'declined', message: 'This invoice is void' };
  const result = await tryCard(deps, {
    processorRef,
    cardRef,
    key: `pay:${invoiceId}:${randomUUID()}`,
    isPresent: true,
  });
  const settled = result.outcome === 'unknown' ? null : await settle(deps, invoiceId, processorRef);
  if (settled === 'paid') return { invoiceId, status: 'paid' };
  if (result.outcome === 'declined') return { invoiceId, status: 'declined', message: result.message };
  if (result.outcome !== 'requires_action') return { invoiceId, status: 'processing' };
  return result.clientSecret === null
    ? { invoiceId, status: 'declined', message: result.message }
    : { invoiceId, status: 'requires_action', client_secret: result.clientSecret };
}

async function settle(
  deps: Deps,
  invoiceId: string,
  processorRef: string,
): Promise<store.HalfInvoice['status'] | null> {
  await applyCreditInvoice(deps, processorRef).catch((error: unknown) => {
    deps.log.warn({ err: error, invoiceId }, 'could not read the payment result of an invoice');
  });
  return (await store.find(deps.db, invoiceId))?.status ?? null;
}

type Try = { processorRef: string; cardRef: string; key: string; isPresent: boolean };

/** `unknown`: the card may have been charged; the webhook or the sweep resolves it. */
export async function tryCard(
  deps: Deps,
  { processorRef, ...request }: Try,
): Promise<InvoiceAttempt | { outcome: 'unknown' }> {
  return deps.gateway.payInvoiceWith({ invoiceRef: processorRef, ...request }).catch((error: unknown) => {
    if (error instanceof GatewayRefused) return { outcome: 'declined' as const, message: error.message };
    if (!(error instanceof GatewayUnavailable)) throw error;
    deps.log.error(
      { err: error, invoiceRef: processorRef },
      'a saved card may have been charged for an invoice',
    );
    return { outcome: 'unknown' as const };
  });
}

/**
 * Refreshes invoices after the customer returns from the processor's page or their bank. If the processor is
 * unavailable, returns the stored state.
 */
export async function refresh(
  deps: Deps,
  caller: Person,
): Promise<Handled<typeof contract.refreshCreditInvoices>> {
  const account = await readAccount(deps, caller);
  for (const { id } of account.invoices) {
    const ref = (await store.find(deps.db, id))?.processorRef;
    if (ref) await settle(deps, id, ref);
  }
  return readAccount(deps, caller);
}
