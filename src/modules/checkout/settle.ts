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
    const account = order.userId === null ? await accountFor(tx, deps, order, now) : null;
    const userId = order.userId ?? account?.userId ?? null;
    const effects = order.userId === null ? (['receipt', 'account'] as const) : (['receipt'] as const);
    const items = await orders.markPaid(tx, order.id, { status, userId, effects, now });
    const receipt = items === null ? [] : [receiptOf(deps, { order, items, discountCode, now })];
    await mail.queueAll(tx, deps, [...receipt, ...(account === null ? [] : [account.letter])]);
    await audit.record(tx, deps, ...(account === null ? [] : [account.deed]), ...paidDeed(order));
  };

type Paid = { order: orders.Order; items: orders.OrderItem[]; discountCode: string | null; now: Date };

const receiptOf = ({ publicOrigin }: Deps, { order, items, discountCode, now }: Paid): mail.LetterDraft => ({
  kind: 'receipt',
  orderId: order.id,
  to: order.billing.email,
  letter: receiptLetter({
    order: { ...order, number: orderRules.orderNumber(order.number), paidAt: now, discountCode },
    items,
    publicOrigin,
  }),
});

/** One for each movement of money; a free order moves none. */
const paidDeed = ({ id, total }: orders.Order): audit.Deed[] =>
  total > 0 ? [{ actorId: null, action: 'order_paid', object: id, detail: { amountCents: total } }] : [];

async function closeCart(tx: Tx, cartId: string | null): Promise<void> {
  if (cartId === null) return;
  const cart = await cartStore.lock(tx, cartId);
  if (!cart || carts.isClosed(cart.status)) return;
  await cartStore.setStatus(tx, cartId, carts.next(cart.status, 'pay'));
}

/** Makes our order agree with the processor's truth. Safe to repeat. Null: not a payment of ours. `known`: the order, if it was just read. */
export const settle = (deps: Deps, intentRef: string, known?: orders.Order): Promise<PaymentStatus | null> =>
  applyIntent(deps, settlement(deps), intentRef, known);
