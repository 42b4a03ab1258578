/**
 * Buys on credit: the order is a sale as soon as it is placed. In the caller's transaction, which locks the
 * cart, the ledger reserves the total and the first half is invoiced. The cart is closed, the coupon spent,
 * and the email queued.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, subtract } from '#kernel/money.ts';
import { DomainError } from '#kernel/errors.ts';
import * as carts from '#modules/carts/close.ts';
import * as coupons from '#modules/coupons/store.ts';
import { writeHalf } from '#modules/credit/invoices/halves.ts';
import { emailOrder } from '#modules/credit/invoices/emails.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

/** Throws `credit_subscription`, because renewals are charged to a card, and `credit_order_small`. */
export function assertFitsCredit({
  items,
  total,
}: {
  items: readonly Pick<orders.OrderItem, 'kind'>[];
  total: Cents;
}): void {
  if (total < creditTerms.smallestOrder) throw new DomainError('credit_order_small');
  if (items.some(({ kind }) => kind === 'subscription')) throw new DomainError('credit_subscription');
}

/**
 * Accepts a new order, or one that was waiting for a card payment. Throws what `holdForOrder` throws. Locks
 * the invoice numbers before the ledger, in the same order as refunds.
 */
export async function acceptOnCredit(
  tx: Tx,
  deps: Deps,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  const now = deps.clock.now();
  const order = await orders.lock(tx, orderId);
  if (order === null) throw new DomainError('order_not_found');
  const items = await orders.items(tx, orderId);
  assertFitsCredit({ items, total: order.total });
  await coupons.consume(tx, orderId, now);
  if (order.cartId !== null)
    await carts.close(tx, { cartId: order.cartId, productIds: items.map(({ productId }) => productId), now });
  await orders.markAccepted(tx, orderId, {
    status: orderRules.next(order.status, 'accept'),
    userId,
    effects: ['receipt'],
    now,
  });
  const names = items.map(({ name }) => name);
  const invoice = await writeHalf(tx, deps, { order: { ...order, userId }, names, half: 1, now });
  await ledger.holdForOrder(tx, deps, { userId, orderId, total: order.total });
  await ledger.invoiceIssued(tx, deps, { orderId, invoiceId: invoice.id, amount: invoice.amount });
  await emailOrder(tx, deps, { order, names, invoice, rest: subtract(order.total, invoice.amount) });
  const detail = { amountCents: order.total, invoiceId: invoice.id };
  await audit.record(tx, deps, { actorId: userId, action: 'order_on_credit', object: orderId, detail });
}
