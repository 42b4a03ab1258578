/**
 * Giving an unpaid order up, because its cart has changed or its time is over. The processor is asked first and has the last word:
 * whichever of cancel and pay it accepted is what happened.
 */
import * as coupons from '#modules/coupons/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyTruth } from '#modules/payments/apply-intent.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import { settlement } from './settle.ts';

/** How long the processor keeps our keys; a repeat after that could open a second payment. */
const keyKeptHours = 23;

/** False when the order could not be given up: it was paid, or its payment is being decided right now. Throws when the processor is away. */
export async function cancelOrder(deps: Deps, orderId: string, reason: 'expired' | 'superseded'): Promise<boolean> {
  const payment = await paymentStore.findOpenOfOrder(deps.db, orderId);
  const intentRef = payment === null ? null : await referenceOf(deps, payment);
  if (payment !== null && intentRef !== null) {
    await applyTruth(deps, settlement(deps), await deps.gateway.cancelPayment(intentRef, payment.id));
  }
  return deps.db.transaction().execute(async (tx) => {
    const order = await orders.lock(tx, orderId);
    if (order === null || order.status !== 'awaiting_payment') return order?.status === 'canceled';
    const open = await paymentStore.findOpenOfOrder(tx, orderId);
    if (open !== null && (open.id !== payment?.id || intentRef !== null)) return false;
    const now = deps.clock.now();
    if (open !== null) await paymentStore.move(tx, open.id, { status: 'canceled', declineMessage: null, reviewReason: null, now });
    await orders.markCanceled(tx, orderId, orderRules.next(order.status, 'cancel'), reason, now);
    await coupons.release(tx, orderId);
    return true;
  });
}

/** Null when the processor never heard of the payment. A young one is created under its key, which tells its reference for sure. */
async function referenceOf(deps: Deps, payment: paymentStore.Payment): Promise<string | null> {
  if (payment.intentRef !== null) return payment.intentRef;
  const ageHours = (deps.clock.now().getTime() - payment.createdAt.getTime()) / 3_600_000;
  if (ageHours < keyKeptHours) return (await payments.openAtProcessor(deps, payment)).intentRef;
  return (await deps.gateway.findPayment(payment.id, payment.createdAt))?.intentRef ?? null;
}
