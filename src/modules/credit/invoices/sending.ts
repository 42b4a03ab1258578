/**
 * Makes a credit invoice payable at the processor, exactly once despite crashes. Each step is recorded before
 * the request.
 */
import { ensureCustomer, unlinkCustomer } from '#modules/payments/customers.ts';
import * as alarms from '#modules/alarms/service.ts';
import { cents } from '#kernel/money.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayRefused, GatewayUnavailable } from '#ports/payment-gateway.ts';
import type { InvoiceRequest, SentInvoice } from '#ports/invoice-billing.ts';
import { applyCreditInvoice } from './follow.ts';
import * as store from './store.ts';

/** Run by the job and repeated by the sweep. Skips invoices that were already sent or are no longer owed. */
export async function sendCreditInvoice(deps: Deps, invoiceId: string): Promise<void> {
  const invoice = await store.find(deps.db, invoiceId);
  if (invoice === null || invoice.processorRef !== null || invoice.status !== 'open') return;
  try {
    const sent = await sendOrFind(
      deps,
      (await store.sendingOf(deps.db, invoiceId)) ?? (await freeze(deps, invoice)),
    );
    await applyCreditInvoice(deps, sent.invoiceRef);
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    await alarms.raise(
      deps.db,
      deps.log,
      'credit_invoice',
      invoiceId,
      `Invoice ${invoice.number} cannot be sent: ${error.message}`,
    );
    throw error;
  }
}

const anHour = 3_600;

/**
 * Unix seconds. The last second of the due day in UTC, or soon if that has passed: the processor rejects past
 * dates.
 */
export const payableUntil = (dueOn: string, now: Date): number =>
  Math.max(Date.parse(`${dueOn}T23:59:59Z`) / 1_000, Math.ceil(now.getTime() / 1_000) + anHour);

async function freeze(deps: Deps, invoice: store.HalfInvoice): Promise<store.Sending> {
  const { id, orderId, userId, number, lines, dueOn } = invoice;
  if (userId === null) throw new GatewayRefused('customer_unknown', 'the invoice is no longer owed');
  const request: InvoiceRequest = {
    invoiceId: id,
    orderId,
    shopId: deps.shopId,
    customerRef: await ensureCustomer(deps, userId),
    number,
    lines: lines.map(({ text, amountCents }) => ({ text, amount: cents(amountCents) })),
    dueAt: payableUntil(dueOn, deps.clock.now()),
  };
  return store.freeze(deps.db, { request, keyedAt: deps.clock.now() });
}

async function sendOrFind(deps: Deps, sending: store.Sending): Promise<SentInvoice> {
  const { db, gateway, clock } = deps;
  const under =
    ({ request, generation }: store.Sending) =>
    () =>
      gateway.sendInvoice({ ...request, generation });
  const now = clock.now();
  const sent = await callOnce({
    keyedAt: sending.keyedAt,
    now,
    ask: () => under(sending)().catch((error: unknown) => withoutLostCustomer(deps, sending, error)),
    find: () => gateway.findInvoice(sending.request),
    renew: async () => {
      const renewed = await store.renew(db, sending, now);
      return renewed === null ? null : under(renewed);
    },
  });
  if (sent === null) throw new GatewayUnavailable('another process is sending the same invoice');
  return sent;
}

/** Sends the invoice to a new customer if the old one was deleted at the processor. Rethrows other errors. */
async function withoutLostCustomer(deps: Deps, sending: store.Sending, error: unknown): Promise<SentInvoice> {
  if (!(error instanceof GatewayRefused) || error.code !== 'customer_unknown') throw error;
  const invoice = await store.find(deps.db, sending.request.invoiceId);
  if (invoice === null || invoice.userId === null) throw error;
  await unlinkCustomer(deps, invoice.userId, sending.request.customerRef);
  const request = { ...sending.request, customerRef: await ensureCustomer(deps, invoice.userId) };
  const renewed = await store.renew(deps.db, { ...sending, request }, deps.clock.now());
  if (renewed === null) throw new GatewayUnavailable('another process is sending the same invoice');
  return deps.gateway.sendInvoice({ ...renewed.request, generation: renewed.generation });
}
