/**
 * Staff cancel an unfinished order on credit: the part not yet invoiced becomes available again, and unpaid
 * invoices are voided. Paid amounts must be refunded first, under the refund policy. Each invoice is voided
 * at the processor first; its response decides.
 */
import { DomainError } from '#kernel/errors.ts';
import * as carts from '#modules/carts/store.ts';
import * as coupons from '#modules/coupons/store.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { draftOfCancellation } from '#modules/credit/invoices/emails.ts';
import * as halves from '#modules/credit/invoices/store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import * as invoiceRules from '#modules/invoices/rules.ts';
import * as events from '#modules/orders/events.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

/**
 * `isSilent`: the customer gets no email.
 * @throws `order_not_found`, `order_not_on_credit` (also for one that is done or canceled),
 *   `order_has_payments`, and what the gateway throws.
 */
export async function cancelCreditOrder(
  deps: Deps,
  orderId: string,
  actorId: string | null = null,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<{ number: string; to: string }> {
  const order = await orders.find(deps.db, orderId);
  if (order === null) throw new DomainError('order_not_found');
  if (order.kind !== 'credit' || order.status !== 'in_progress') throw new DomainError('order_not_on_credit');
  for (const { id, status, paid, processorRef } of await halves.ofOrder(deps.db, orderId)) {
    if (!isUnpaid(status) || processorRef === null) continue;
    if (paid > 0 && !(await halves.isRefunded(deps.db, id))) throw new DomainError('order_has_payments');
    await deps.gateway.voidInvoice(processorRef);
    await applyCreditInvoice(deps, processorRef);
  }
  await deps.db.transaction().execute((tx) => close(tx, deps, order, { actorId, isSilent }));
  return { number: orderRules.orderNumber(order.number), to: order.billing.email };
}

/** A written-off invoice is no longer owed either, once its order is canceled. */
const isUnpaid = (status: invoiceRules.InvoiceStatus): boolean =>
  status === 'open' || status === 'uncollectible';

type Decided = { actorId: string | null; isSilent: boolean };

async function close(tx: Tx, deps: Deps, found: orders.Order, { actorId, isSilent }: Decided): Promise<void> {
  if (found.cartId !== null) await carts.lock(tx, found.cartId);
  const order = await orders.lock(tx, found.id);
  if (order?.status !== 'in_progress') throw new DomainError('order_not_on_credit');
  const now = deps.clock.now();
  for (const { id } of await halves.ofOrder(tx, order.id)) {
    const half = await halves.lock(tx, id);
    if (half === null || half.status === 'void') continue;
    if (half.paid > 0 && !(await halves.isRefunded(tx, id))) throw new DomainError('order_has_payments');
    if (!isUnpaid(half.status)) continue;
    // Written off, or not at the processor yet: the job that would send it finds it void.
    await halves.markVoid(tx, id, invoiceRules.next(half.status, 'void'), now);
    await ledger.invoiceVoided(tx, deps, { invoiceId: id });
  }
  await ledger.orderCanceled(tx, deps, { orderId: order.id });
  await orders.markCanceled(tx, order.id, orderRules.next(order.status, 'cancel_on_credit'), 'by_staff', now);
  await coupons.returnUse(tx, order.id, now);
  await events.record(
    tx,
    deps,
    { orderId: order.id, kind: 'canceled', now },
    isSilent ? null : draftOfCancellation(deps, order),
  );
  const change = {
    before: { status: order.status },
    after: { status: 'canceled' },
    detail: { amountCents: order.total },
  };
  await audit.record(tx, deps, {
    ...audit.byStaff(actorId),
    action: 'order_canceled',
    object: order.id,
    ...change,
  });
}
