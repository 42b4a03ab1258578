/**
 * Turning a wish into an order, in one transaction and before the processor hears of it.
 * Three things make a repeat harmless: the attempt's key, one live order a cart, and one open payment an order.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import * as carts from '#modules/carts/rules.ts';
import * as cartStore from '#modules/carts/store.ts';
import * as products from '#modules/catalog/store.ts';
import * as coupons from '#modules/coupons/rules.ts';
import * as couponStore from '#modules/coupons/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import { againAfterDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#platform/deps.ts';
import type { PaymentRequest } from '#ports/payment-gateway.ts';
import { keepsCard, quote, type Quote, type Wish, wishText } from './rules.ts';
import { settlement } from './settle.ts';
import * as requests from './store.ts';

/** `supersede`: the cart's live order says something else and must be cancelled at the processor first; then place again. */
export type Placed =
  | { next: 'done'; order: { id: string; total: Cents } }
  | { next: 'pay'; order: { id: string; total: Cents }; payment: payments.Payment }
  | { next: 'supersede'; orderId: string }
  /** Money for the order came in other than agreed: a person looks at it, and nobody is charged again meanwhile. */
  | { next: 'wait'; order: { id: string; total: Cents } };

/** `userId`: the logged-in buyer, null for a guest. */
export type Attempt = { userId: string | null; key: string | null; wish: Wish; shownTotal: Cents | undefined };

/** Whose key it is: two people may choose the same one. */
export const actorOf = (userId: string | null): string => (userId === null ? 'guest' : `user:${userId}`);

export const place = (deps: Deps, attempt: Attempt): Promise<Placed> =>
  againAfterDeadlock(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      const { userId, wish } = attempt;
      const actor = actorOf(userId);
      const fingerprint = hash(wishText(wish));
      // A client without keys gets one from what it asks for: asking twice for the same within two days is one purchase.
      const key = attempt.key ?? `wish-${fingerprint.slice(0, 43)}`;
      // Cart before order, as everywhere: a settlement takes them in the same order.
      const cart = wish.cartId === null ? null : await lockCart(tx, wish.cartId, userId);
      const earlier = await requests.claim(tx, { actor, key, now: deps.clock.now() });
      if (earlier !== null) {
        if (earlier.fingerprint !== fingerprint) throw new DomainError('idempotency_mismatch');
        const resumed = await resume(tx, earlier.orderId, attempt.key === null ? deps.clock.now() : null);
        if (resumed !== null) return askAnew(resumed, attempt.shownTotal) ? { next: 'supersede', orderId: earlier.orderId } : resumed;
      }
      const live = cart === null ? null : await liveOrderOfCart(tx, cart);
      if (live !== null && isOutdated(live, fingerprint, attempt)) return { next: 'supersede', orderId: live.id };
      const placed = (live === null ? null : await resume(tx, live.id, null)) ?? (await placeNew(tx, deps, attempt, fingerprint));
      if (placed.next !== 'supersede')
        await requests.record(tx, { actor, key, fingerprint, orderId: placed.order.id, now: deps.clock.now() });
      return placed;
    }),
  );

/** An unpaid order that was frozen with another total than the shopper sees now is not what they agree to pay. */
const askAnew = (resumed: Placed, shownTotal: Cents | undefined): boolean =>
  resumed.next === 'pay' && shownTotal !== undefined && shownTotal !== resumed.order.total;

/** The shopper changed something, was shown another total than the one the order was frozen with, or has logged in since. */
const isOutdated = (live: orders.Order, fingerprint: string, { userId, shownTotal }: Attempt): boolean =>
  live.fingerprint !== fingerprint || live.userId !== userId || (shownTotal !== undefined && shownTotal !== live.total);

/** Without a key of the client's own, the same wish this long after it was paid is a new purchase and not a repeat. */
const repeatWithinMs = 10 * 60_000;

/**
 * Goes on with an order that is already there; it may have been paid meanwhile, or lost its payment. Null: it was cancelled.
 * `now` is given where only the wish is the same and not the key.
 */
async function resume(tx: Tx, orderId: string, now: Date | null): Promise<Placed | null> {
  const order = await orders.lock(tx, orderId);
  if (order === null || order.status === 'canceled') return null;
  if (orderRules.isPaid(order.status)) {
    const isNewWish = now !== null && order.paidAt !== null && now.getTime() - order.paidAt.getTime() > repeatWithinMs;
    return isNewWish ? null : { next: 'done', order };
  }
  const payment = await payments.findOpenOfOrder(tx, orderId);
  if (payment !== null) return { next: 'pay', order, payment };
  return (await payments.hasMoneyInReview(tx, orderId)) ? { next: 'wait', order } : { next: 'supersede', orderId };
}

/** A cart of somebody else is as good as unknown; one of nobody becomes the buyer's. */
async function lockCart(tx: Tx, cartId: string, userId: string | null): Promise<cartStore.CartRow> {
  const cart = await cartStore.lock(tx, cartId);
  if (!cart || !carts.mayUse(cart, userId)) throw new DomainError('cart_not_found');
  if (cart.user_id === null && userId !== null) await cartStore.bind(tx, cartId, userId);
  return cart;
}

/** Throws `order_already_paid` when another tab was quicker. */
async function liveOrderOfCart(tx: Tx, cart: cartStore.CartRow): Promise<orders.Order | null> {
  const live = await orders.lockLiveOfCart(tx, cart.id);
  if (carts.isClosed(cart.status) || (live !== null && orderRules.isPaid(live.status))) throw new DomainError('order_already_paid');
  return live;
}

async function placeNew(tx: Tx, deps: Deps, { userId, wish, shownTotal }: Attempt, fingerprint: string): Promise<Placed> {
  const now = deps.clock.now();
  const coupon = await usableCoupon(tx, wish.discountCode, now);
  const quoted = quote(wish.productIds, await products.findActive(tx, wish.productIds), coupon?.discount ?? null);
  orderRules.assertShown(quoted.total, shownTotal);
  const id = freshId('ord');
  const number = await orders.insert(tx, { id, userId, cartId: wish.cartId, billing: wish.billing, fingerprint, now, ...quoted });
  if (coupon !== null) await reserve(tx, coupon, id, now);
  if (quoted.total === 0) {
    await settleFree(tx, deps, id, now);
    return { next: 'done', order: { id, total: quoted.total } };
  }
  const payment = await payments.insert(tx, paymentRequest({ id, number, payerId: userId, ...quoted }), now);
  return { next: 'pay', order: { id, total: quoted.total }, payment };
}

async function usableCoupon(tx: Tx, code: string | null, now: Date): Promise<coupons.Coupon | null> {
  if (code === null) return null;
  const coupon = await couponStore.findByCode(tx, coupons.normalise(code));
  if (coupon === null) throw new DomainError('coupon_invalid');
  coupons.assertUsable(coupon, now);
  return coupon;
}

/** The conditional update decides, not the look before it: of fifty buyers after the last use, one gets it. */
async function reserve(tx: Tx, coupon: coupons.Coupon, orderId: string, now: Date): Promise<void> {
  if (!(await couponStore.reserve(tx, { couponId: coupon.id, orderId, now }))) throw new DomainError('coupon_exhausted');
}

/** Nothing to pay: the order is paid at once and the processor never hears of it. */
async function settleFree(tx: Tx, deps: Deps, orderId: string, now: Date): Promise<void> {
  const order = await orders.lock(tx, orderId);
  if (order !== null) await settlement(deps)(tx, order, now);
}

type Charge = Pick<Quote, 'total' | 'items'> & { id: string; number: string; payerId: string | null };

export const paymentRequest = ({ id, number, payerId, total, items }: Charge): PaymentRequest => ({
  orderId: id,
  paymentId: freshId('pay'),
  amount: total,
  currency: 'usd',
  keepCard: keepsCard(items),
  description: `Stateside order ${orderRules.orderNumber(number)}`,
  ...(payerId === null ? {} : { payerId }),
});

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
