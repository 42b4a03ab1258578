/** Asking how a payment stands. Buying is in by-card.ts, finding out without being asked in reconcile.ts. */
import { DomainError } from '#kernel/errors.ts';
import type { readPaymentStatus as row } from '#contract/payment-status.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyIntent } from '#modules/payments/apply-intent.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import { maskEmail } from './view-rules.ts';

type PaymentStatus = Handled<typeof row>;

/** The browser's return: reads the processor while the order is open, so that success never waits for a webhook. */
export async function readPaymentStatus(deps: Deps, orderId: string): Promise<PaymentStatus> {
  const order = await orders.find(deps.db, orderId);
  if (order === null) throw new DomainError('order_not_found');
  if (order.status !== 'awaiting_payment') return paymentStatus(order, null);
  const open = await paymentStore.findOpenOfOrder(deps.db, orderId);
  if (open !== null && open.intentRef !== null) {
    // A processor that is away leaves the answer as our rows know it; the browser asks again.
    const status = await applyIntent(deps, open.intentRef, order).catch((error: unknown) => {
      deps.log.warn({ err: error, orderId }, 'could not read the payment');
      return null;
    });
    // The same transaction has paid the order, so there is nothing left to look up.
    if (status === 'succeeded') return paymentStatus({ ...order, status: orderRules.next(order.status, 'accept') }, null);
  }
  return paymentStatus((await orders.find(deps.db, orderId)) ?? order, await paymentStore.findLatestOfOrder(deps.db, orderId));
}

function paymentStatus(order: orders.Order, payment: paymentStore.Payment | null): PaymentStatus {
  const facts = { orderId: order.id, orderNumber: orderRules.orderNumber(order.number), total: order.total };
  if (orderRules.isAccepted(order.status)) return { ...facts, status: 'paid', receiptTo: maskEmail(order.billing.email) };
  if (order.status === 'canceled') return { ...facts, status: 'canceled' };
  const message = payment?.declineMessage ? { message: payment.declineMessage } : {};
  switch (payment?.status) {
    case 'requires_action':
      return { ...facts, status: 'requires_action' };
    case 'processing':
    case 'review':
    case 'succeeded':
    case 'duplicate':
      return { ...facts, status: 'checking' };
    default:
      return { ...facts, status: 'open', ...message };
  }
}
