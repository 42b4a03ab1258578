/**
 * Buys on credit an order that was placed for card payment and is still unpaid. Only its owner can. Its card
 * payment is canceled first.
 */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as invoices from '#modules/invoices/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { moveToCredit } from '#modules/orders/overdue-orders-store.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Caller } from '#platform/mount.ts';
import { throwUnavailable } from '#modules/payments/service.ts';
import { withoutPayment } from '#modules/checkout/canceling/cancel-order.ts';
import { reserveAgain, type HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import { acceptOnCredit, assertFitsCredit } from '#modules/checkout/placing/on-credit.ts';

type Body = Received<typeof contract.purchaseOrder>['body'];
type Answer = Handled<typeof contract.purchaseOrder>;

/**
 * Rejects with `sign_in_required`, `order_not_found` (also for another user's), `order_already_paid`,
 * `order_not_payable`, and the codes of credit.
 */
export async function purchaseOrderOnCredit(
  deps: Deps,
  caller: Caller,
  { orderId, expectedTotal }: Body,
  holds: HoldRules,
): Promise<Answer> {
  if (caller.kind !== 'person') throw new DomainError('sign_in_required');
  const { userId } = caller;
  const order = await orders.find(deps.db, orderId);
  if (order === null || order.userId !== userId) throw new DomainError('order_not_found');
  const answer: Answer = { orderId, status: 'invoiced', total: order.total };
  if (order.kind === 'credit' && orderRules.isAccepted(order.status)) return answer;
  if (orderRules.isAccepted(order.status)) throw new DomainError('order_already_paid');
  if (order.status === 'canceled') throw new DomainError('order_not_payable');
  orderRules.assertShown(order.total, expectedTotal);
  assertFitsCredit({ items: await orders.items(deps.db, orderId), total: order.total });
  let isDearer = false;
  const isDone = await retryOnDeadlock(deps, () =>
    withoutPayment(deps, orderId, async (tx, locked, now) => {
      // The price has just risen; the buyer must see it first.
      isDearer = !(await reserveAgain(tx, deps, holds, locked, now));
      if (isDearer) return true;
      await moveToCredit(tx, orderId);
      await invoices.markVoid(tx, orderId, now);
      await acceptOnCredit(tx, deps, { orderId: locked.id, userId });
      return true;
    }),
  ).catch(throwUnavailable(deps));
  if (isDearer) throw orderRules.totalChanged(order.subtotal);
  if (!isDone) throw new DomainError('payment_in_progress');
  return answer;
}
