/**
 * Cancels an unpaid order because its cart has changed or it has expired, or releases only the coupon use
 * that it holds. The payment is canceled at the processor first: if that fails because it was paid, the order
 * is paid.
 */
import * as carts from '#modules/carts/store.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/store.ts';
import { orderCanceledEmail } from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import type { EmailDraft } from '#modules/mail/service.ts';
import { countTo } from '#modules/mail/store.ts';
import * as events from '#modules/orders/events.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyIntentState } from '#modules/payments/apply-intent.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

/**
 * Returns false when the order cannot be canceled: it was paid, its payment is being decided, or money for it
 * is parked for review. Throws when the processor is unavailable.
 */
export const cancelOrder = (
  deps: Deps,
  orderId: string,
  reason: 'expired' | 'superseded' | 'by_staff',
  actorId: string | null = null,
): Promise<boolean> =>
  withoutPayment(deps, orderId, async (tx, order, now) => {
    await orders.markCanceled(tx, orderId, orderRules.next(order.status, 'cancel'), reason, now);
    await invoices.markVoid(tx, orderId, now);
    await coupons.release(tx, orderId, now);
    await events.record(
      tx,
      deps,
      { orderId, kind: 'canceled', now },
      reason === 'superseded'
        ? null
        : await canceledDraft(tx, deps, order, { now, isByStaff: reason === 'by_staff' }),
    );
    if (actorId !== null) {
      const change = {
        before: { status: order.status },
        after: { status: 'canceled' },
        detail: { amountCents: order.total },
      };
      await audit.record(tx, deps, {
        ...audit.byStaff(actorId),
        action: 'order_canceled',
        object: orderId,
        ...change,
      });
    }
    return true;
  });

const canceledMailsAtMost = 2;
const countedForDays = 30;

type Canceled = { now: Date; isByStaff: boolean };

/**
 * A guest's address may be a stranger's, and the order is unpaid, so only a few of these emails go to one
 * address. A replaced order sends none, because it continues under the new number.
 */
async function canceledDraft(
  tx: Tx,
  deps: Deps,
  order: orders.Order,
  { now, isByStaff }: Canceled,
): Promise<EmailDraft | null> {
  const { id, userId, billing, total } = order;
  const since = new Date(now.getTime() - countedForDays * 86_400_000);
  if (userId === null && (await countTo(tx, 'order_canceled', billing.email, since)) >= canceledMailsAtMost)
    return null;
  const isGuest = userId === null;
  const path = isGuest ? '/products' : `/profile?order=${id}`;
  const about = {
    number: orderRules.orderNumber(order.number),
    firstName: billing.firstName,
    path,
    ...senderOf(deps),
  };
  const email = orderCanceledEmail({ ...about, total, isGuest, isByStaff });
  return { kind: 'order_canceled', orderId: id, to: billing.email, email };
}

/**
 * Releases the coupon use of an unpaid order that was not touched since `before`. Its payment is canceled
 * too: the discounted price is valid only while the order holds the use. Returns false as above, and when the
 * buyer has come back in the meantime.
 */
export async function releaseHold(deps: Deps, orderId: string, before: Date): Promise<boolean> {
  const isIdle = async (db: Tx | Deps['db']): Promise<boolean> => {
    const held = await coupons.redemptionOf(db, orderId);
    return held?.state === 'reserved' && held.updatedAt <= before;
  };
  if (!(await isIdle(deps.db))) return false;
  return withoutPayment(deps, orderId, async (tx, _order, now) => {
    if (!(await isIdle(tx))) return false;
    await coupons.release(tx, orderId, now);
    return true;
  });
}

type Work = (tx: Tx, order: orders.Order, now: Date) => Promise<boolean>;

/**
 * Runs `work` once the order has no payment that can still succeed. Also returns true for an order that is
 * already canceled.
 */
export async function withoutPayment(deps: Deps, orderId: string, work: Work): Promise<boolean> {
  const payment = await paymentStore.findOpenOfOrder(deps.db, orderId);
  const intentRef = payment === null ? null : await payments.referenceOf(deps, payment);
  const remote = intentRef === null ? null : await deps.gateway.cancelPayment(intentRef);
  if (remote !== null) await applyIntentState(deps, remote);
  const found = await orders.find(deps.db, orderId);
  return deps.db.transaction().execute(async (tx) => {
    if (found?.cartId) await carts.lock(tx, found.cartId);
    const order = await orders.lock(tx, orderId);
    if (order === null || order.status !== 'awaiting_payment') return order?.status === 'canceled';
    const open = await paymentStore.findOpenOfOrder(tx, orderId);
    if (open !== null && (open.id !== payment?.id || remote !== null)) return false;
    if (await paymentStore.hasMoneyInReview(tx, orderId)) return false;
    if (open !== null && !(await payments.cancelUnknown(tx, deps, open, intentRef))) return false;
    return work(tx, order, deps.clock.now());
  });
}
