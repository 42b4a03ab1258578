/**
 * What follows when an order turns out to be paid: coupon spent, cart closed, receipt on its way, an account for a guest. All in the
 * caller's transaction, which holds the cart and the order; so it happens once, however many messengers bring the news.
 */
import * as carts from '#modules/carts/rules.ts';
import * as cartStore from '#modules/carts/store.ts';
import * as coupons from '#modules/coupons/store.ts';
import { receiptLetter } from '#modules/mail/letters/receipt.ts';
import * as mail from '#modules/mail/service.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyIntent } from '#modules/payments/apply-intent.ts';
import type { PaymentStatus } from '#modules/payments/rules.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { accountFor } from './guest-account.ts';

/** Moves an order to paid. Throws `order_not_payable` for one that cannot be. */
export const settlement =
  (deps: Deps) =>
  async (tx: Tx, order: orders.Order, now: Date): Promise<void> => {
    const status = orderRules.next(order.status, 'pay');
    const discountCode = await coupons.consume(tx, order.id);
    await closeCart(tx, order.cartId);
    if (await orders.addEffects(tx, order.id, order.userId === null ? ['receipt', 'account'] : ['receipt'])) {
      const items = await orders.items(tx, order.id);
      await mail.queue(tx, deps, {
        kind: 'receipt',
        orderId: order.id,
        to: order.billing.email,
        letter: receiptLetter({
          order: { ...order, number: orderRules.orderNumber(order.number), paidAt: now, discountCode },
          items,
          publicOrigin: deps.publicOrigin,
        }),
      });
    }
    const userId = order.userId ?? (await accountFor(tx, deps, order, now));
    await orders.markPaid(tx, order.id, { status, userId, now });
    if (order.total > 0)
      await audit.record(tx, deps, { actorId: null, action: 'order_paid', object: order.id, detail: { amountCents: order.total } });
  };

async function closeCart(tx: Tx, cartId: string | null): Promise<void> {
  if (cartId === null) return;
  const cart = await cartStore.lock(tx, cartId);
  if (!cart || carts.isClosed(cart.status)) return;
  await cartStore.setStatus(tx, cartId, carts.next(cart.status, 'pay'));
}

/** Makes our order agree with the processor's truth. Safe to repeat. Null: not a payment of ours. */
export const settle = (deps: Deps, intentRef: string): Promise<PaymentStatus | null> => applyIntent(deps, settlement(deps), intentRef);
