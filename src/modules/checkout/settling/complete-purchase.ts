/**
 * Completes a purchase when its invoice is paid: coupon spent, cart closed, work started, invoice issued,
 * receipt queued, guest account created. All run in the caller's transaction, which locks cart, order and
 * invoice, so repeated reports have no further effect.
 */
import * as carts from '#modules/carts/close.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/store.ts';
import { receiptEmail } from '#modules/mail/emails/receipt.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as settled from '#modules/orders/order-in-settlement-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { OrderPaid } from '#platform/settlement.ts';
import { accountFor } from './guest-account.ts';

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
  const sale = { invoiceId, order, items, discountCode, paidAt: now };
  const invoiceNumber = await issueInvoice(tx, sale);
  const receipt = isFirst ? [receiptOf(deps, sale, invoiceNumber)] : [];
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

type Sale = {
  invoiceId: string;
  order: orders.Order;
  items: orders.OrderItem[];
  discountCode: string | null;
  paidAt: Date;
};

/**
 * Issues the invoice of an order that is being paid, and returns its number. Holds the lock on the numbers
 * until the transaction ends, so call it last.
 */
async function issueInvoice(
  tx: Tx,
  { invoiceId, order, items, discountCode, paidAt }: Sale,
): Promise<string> {
  const number = await invoices.takeNumber(tx, 'INV', paidAt);
  await invoices.issuePaid(tx, invoiceId, 'draft', {
    number,
    billTo: invoices.billToOf(order),
    lines: items.map(({ name, total }) => ({ text: name, amountCents: total })),
    discount: order.discount > 0 ? { amountCents: order.discount, code: discountCode } : null,
    dueOn: paidAt.toISOString().slice(0, 10),
    now: paidAt,
  });
  return number;
}

/** The receipt email, with the invoice. */
export const receiptOf = (
  deps: Deps,
  { order, items, discountCode, invoiceId, paidAt }: Sale,
  invoiceNumber: string,
): mail.EmailDraft => ({
  kind: 'receipt',
  orderId: order.id,
  to: order.billing.email,
  language: order.language,
  attachedDocument: invoiceId,
  email: receiptEmail({
    order: { ...order, number: orderRules.orderNumber(order.number), paidAt, discountCode },
    invoice: { number: invoiceNumber, address: `${deps.publicOrigin}/invoices/${invoiceId}` },
    items: items.map((item) => ({ ...item, renewal: orderRules.renewalOf(item) })),
    ...senderOf(deps),
  }),
});

/** One entry per payment or refund; a free order has none. */
const paidEntry = ({ id, total }: orders.Order): audit.AuditEntry[] =>
  total > 0 ? [{ actorId: null, action: 'order_paid', object: id, detail: { amountCents: total } }] : [];
