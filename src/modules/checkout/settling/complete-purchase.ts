/**
 * Completes a purchase when its invoice is paid: coupon spent, cart closed, work started, invoice issued,
 * receipt queued, guest account created. All run in the caller's transaction, which locks cart, order and
 * invoice, so repeated reports have no further effect.
 */
import * as carts from '#modules/carts/close.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/service.ts';
import * as mail from '#modules/mail/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as settled from '#modules/orders/order-in-settlement-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { OrderPaid } from '#platform/settlement.ts';
import { accountFor } from './guest-account.ts';
import { receiptOf } from './receipt.ts';

/** Throws `order_not_payable` for an order that cannot become a sale. */
export async function completePurchase(
  tx: Tx,
  deps: Deps,
  { invoiceId, orderId, now }: OrderPaid,
): Promise<void> {
  const order = await settled.lockForSettlement(tx, orderId);
  if (order === null) throw new Error(`order ${orderId} is not there`);
  const items = await settled.itemsSold(tx, orderId);
  const accepted = orderRules.next(order.status, 'accept');
  const status = orderRules.isCompleteWhenPaid(items) ? orderRules.next(accepted, 'complete') : accepted;
  const discountCode = await spendCode(tx, order, now);
  if (order.cartId !== null)
    await carts.close(tx, { cartId: order.cartId, productIds: items.map(({ productId }) => productId), now });
  const account = order.userId === null ? await accountFor(tx, deps, order, now) : null;
  const userId = order.userId ?? account?.userId ?? null;
  const effects = order.userId === null ? (['receipt', 'account'] as const) : (['receipt'] as const);
  const isFirst = await orders.markAccepted(tx, order.id, { status, userId, effects, now });
  await audit.record(tx, deps, ...(account === null ? [] : [account.auditEntry]), ...paidEntry(order));
  const invoiceNumber = await invoices.issuePaid(tx, { invoiceId, order, items, discountCode, now });
  const receipt = isFirst
    ? [receiptOf(deps, { order, items, discountCode, invoiceId, invoiceNumber, paidAt: now })]
    : [];
  await mail.queueAll(tx, deps, [...receipt, ...(account === null ? [] : [account.invitation])]);
}

/**
 * Returns the code for the receipt. If the payment succeeds after the order's coupon use was released, a use
 * is taken again if one is left.
 */
async function spendCode(tx: Tx, order: orders.Order, now: Date): Promise<string | null> {
  if (order.discount === 0) return null;
  const redemption = await coupons.redemptionOf(tx, order.id);
  if (redemption?.state === 'released')
    await coupons.reserve(tx, {
      couponId: redemption.couponId,
      orderId: order.id,
      client: null,
      email: null,
      now,
    });
  return coupons.consume(tx, order.id, now);
}

/** One entry per payment or refund; a free order has none. */
const paidEntry = ({ id, total }: orders.Order): audit.AuditEntry[] =>
  total > 0 ? [{ actorId: null, action: 'order_paid', object: id, detail: { amountCents: total } }] : [];
