/**
 * Giving an unpaid order up, because its cart has changed or its time is over. The processor is asked first and has the last word:
 * whichever of cancel and pay it accepted is what happened.
 */
import * as carts from '#modules/carts/store.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyTruth } from '#modules/payments/apply-intent.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import { settlement } from './settle.ts';

/**
 * False when the order could not be given up: it was paid, its payment is being decided right now, or money for it is parked for review.
 * Throws when the processor is away.
 */
export async function cancelOrder(deps: Deps, orderId: string, reason: 'expired' | 'superseded'): Promise<boolean> {
  const payment = await paymentStore.findOpenOfOrder(deps.db, orderId);
  const intentRef = payment === null ? null : await payments.referenceOf(deps, payment);
  const truth = intentRef === null ? null : await deps.gateway.cancelPayment(intentRef);
  if (truth !== null) await applyTruth(deps, settlement(deps), truth);
  const known = await orders.find(deps.db, orderId);
  return deps.db.transaction().execute(async (tx) => {
    if (known?.cartId) await carts.lock(tx, known.cartId);
    const order = await orders.lock(tx, orderId);
    if (order === null || order.status !== 'awaiting_payment') return order?.status === 'canceled';
    const open = await paymentStore.findOpenOfOrder(tx, orderId);
    if (open !== null && (open.id !== payment?.id || truth !== null)) return false;
    if (await paymentStore.hasMoneyInReview(tx, orderId)) return false;
    if (open !== null && !(await payments.giveUp(tx, deps, open, intentRef))) return false;
    await orders.markCanceled(tx, orderId, orderRules.next(order.status, 'cancel'), reason, deps.clock.now());
    await coupons.release(tx, orderId);
    return true;
  });
}
