/**
 * Turns a request into an order in one transaction, before the processor is called. Three things make a
 * repeat harmless: the key of the attempt, one live order per cart, and one open payment per order.
 */
import { randomUUID } from 'node:crypto';
import { couponCode } from '#kernel/coupon-code.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import * as carts from '#modules/carts/rules.ts';
import * as cartStore from '#modules/carts/store.ts';
import * as products from '#modules/catalog/store.ts';
import * as coupons from '#modules/coupons/rules.ts';
import * as couponStore from '#modules/coupons/store.ts';
import { draftForOrder } from '#modules/invoices/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { agreeToRenewals } from '#modules/orders/overdue-orders-store.ts';
import { type PaymentTerms, requestedTerms } from '#modules/payments/rules.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { invoicePaid } from '#modules/shared/settlement.ts';
import type { PaymentRequest } from '#ports/payment-gateway.ts';
import { hold, type HoldRules, defaultHolds } from './coupon-hold.ts';
import { acceptOnCredit, assertFitsCredit } from './on-credit.ts';
import { actorOf, attemptOfAnother, hash, type Running, seenDeclineOf } from './running.ts';
import {
  itemsFor,
  savesCard,
  linesOf,
  quoteItems,
  type Quote,
  type PurchaseRequest,
  purchaseRequestText,
} from './rules.ts';
import * as requests from './purchase-request-store.ts';

/**
 * `supersede`: the cart's live order differs and must first be canceled at the processor; then place again.
 */
export type Placed =
  | { next: 'done'; order: { id: string; total: Cents } }
  /**
   * `payer`: who makes this attempt. `isTakenOver`: the payment belongs to another payer whose attempt has
   * ended.
   */
  | {
      next: 'pay';
      order: { id: string; total: Cents; language?: PageCode };
      payment: payments.Payment;
      payer?: { actor: string; key: string };
      isTakenOver?: boolean;
    }
  | { next: 'supersede'; orderId: string }
  /**
   * Another payer made the last attempt to pay and may still be paying: check with the processor, then place
   * again.
   */
  | { next: 'ask'; attempt: Running }
  /**
   * An unexpected amount was received for the order. Staff review it, and no new charge is made in the
   * meantime.
   */
  | { next: 'wait'; order: { id: string; total: Cents } };

/**
 * `userId`: the logged-in buyer, null for a guest. `endedAttempt`: another payer's attempt that has ended.
 * `termsVersion`: the version of the renewal terms that the buyer agreed to.
 */
export type Attempt = {
  userId: string | null;
  key: string | null;
  purchaseRequest: PurchaseRequest;
  shownTotal: Cents | undefined;
  /**
   * Whether to save the new card. It belongs to the payment, not the order, so it may change between
   * attempts.
   */
  saveCard?: boolean;
  endedAttempt?: Running | null;
  termsVersion?: string | null;
};

/**
 * A client without a key gets one derived from its request. The same request of one user or one cart within
 * two days is one purchase. Guests without a cart may be two strangers with the same request, so each of
 * their calls is a separate purchase.
 */
const keyOf = ({ key, userId, purchaseRequest }: Attempt, fingerprint: string): string =>
  key ??
  (userId === null && purchaseRequest.cartId === null ? `once-${randomUUID()}` : requestKey(fingerprint));

export const requestKey = (fingerprint: string): string => `request-${fingerprint.slice(0, 43)}`;

export const place = (deps: Deps, attempt: Attempt, holds: HoldRules = defaultHolds): Promise<Placed> =>
  retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => placeIn(tx, deps, attempt, holds)));

async function placeIn(tx: Tx, deps: Deps, attempt: Attempt, holds: HoldRules): Promise<Placed> {
  const { userId, purchaseRequest } = attempt;
  const now = deps.clock.now();
  const fingerprint = hash(purchaseRequestText(purchaseRequest));
  const payer = { actor: actorOf(userId), key: keyOf(attempt, fingerprint), byLink: false };
  const another = (orderId: string): Promise<Running | null> =>
    attemptOfAnother(tx, orderId, payer, attempt.endedAttempt ?? null);
  const recorded = async <T extends Placed>(placed: T): Promise<T> => {
    if (placed.next === 'supersede' || placed.next === 'ask') return placed;
    const { actor, key } = payer;
    await requests.record(tx, {
      actor,
      key,
      fingerprint,
      orderId: placed.order.id,
      now,
      ...seenDeclineOf(attempt.endedAttempt),
    });
    if (attempt.termsVersion) await agreeToRenewals(tx, placed.order.id, attempt.termsVersion, now);
    if (placed.next !== 'pay') return placed;
    return {
      ...placed,
      payer: { actor, key },
      isTakenOver: attempt.endedAttempt?.orderId === placed.order.id,
    };
  };
  // Lock the cart before the order, as everywhere; settlement uses the same order.
  const cart = purchaseRequest.cartId === null ? null : await lockCart(tx, purchaseRequest.cartId, userId);
  const earlier = await requests.claim(tx, { actor: payer.actor, key: payer.key, now });
  if (earlier !== null) {
    if (earlier.fingerprint !== fingerprint) throw new DomainError('idempotency_mismatch');
    const resumed = await resume(tx, earlier.orderId, now, attempt.key === null);
    const running = resumed?.next === 'pay' ? await another(earlier.orderId) : null;
    if (running !== null) return { next: 'ask', attempt: running };
    if (resumed !== null)
      return showsOtherTotal(resumed, attempt.shownTotal)
        ? { next: 'supersede', orderId: earlier.orderId }
        : recorded(resumed);
  }
  const live = cart === null ? null : await liveOrderOfCart(tx, cart);
  const running = live === null ? null : await another(live.id);
  if (running !== null) return { next: 'ask', attempt: running };
  if (live !== null && isOutdated(live, fingerprint, attempt)) return { next: 'supersede', orderId: live.id };
  // The same products must not be paid twice, so an order of a cart that was merged into this one is replaced
  // first.
  const merged =
    cart !== null && cart.user_id !== null ? await cartStore.waitingOrderOfMerged(tx, cart.id) : null;
  if (merged !== null) return { next: 'supersede', orderId: merged };
  const resumed = live === null ? null : await resume(tx, live.id, now, false);
  return recorded(resumed ?? (await placeNew(tx, deps, attempt, { fingerprint, holds })));
}

/**
 * The shopper saw a different total than the one fixed in the unpaid order, so it must be confirmed again.
 */
const showsOtherTotal = (resumed: Placed, shownTotal: Cents | undefined): boolean =>
  resumed.next === 'pay' && shownTotal !== undefined && shownTotal !== resumed.order.total;

/**
 * The cart has changed, the shopper saw a different total than the order's, or the shopper has logged in
 * since.
 */
const isOutdated = (live: orders.Order, fingerprint: string, { userId, shownTotal }: Attempt): boolean =>
  live.fingerprint !== fingerprint ||
  live.userId !== userId ||
  (shownTotal !== undefined && shownTotal !== live.total);

/** Without a client key, the same request this long after payment is a new purchase, not a repeat. */
const repeatWithinMs = 10 * 60_000;

/**
 * Resumes an existing order, which may have been paid or lost its payment in the meantime. Returns null when
 * it was canceled. `isRepeat`: the request is the same, but the key is not.
 */
export async function resume(tx: Tx, orderId: string, now: Date, isRepeat: boolean): Promise<Placed | null> {
  const order = await orders.lock(tx, orderId);
  if (order === null || order.status === 'canceled') return null;
  if (orderRules.isAccepted(order.status)) {
    const isNewPurchase =
      isRepeat && order.acceptedAt !== null && now.getTime() - order.acceptedAt.getTime() > repeatWithinMs;
    return isNewPurchase ? null : { next: 'done', order };
  }
  const payment = await payments.findOpenOfOrder(tx, orderId);
  if (payment !== null) {
    if (order.discount > 0) await couponStore.touch(tx, orderId, now);
    return { next: 'pay', order, payment };
  }
  return (await payments.hasMoneyInReview(tx, orderId))
    ? { next: 'wait', order }
    : { next: 'supersede', orderId };
}

/** Another user's cart is treated as missing; a cart without an owner becomes the buyer's. */
async function lockCart(tx: Tx, cartId: string, userId: string | null): Promise<cartStore.CartRow> {
  const cart = await cartStore.lock(tx, cartId);
  // A cart merged into another one is bought as part of that one.
  if (!cart || !carts.mayUse(cart, userId) || (cart.merged_into !== null && !carts.isClosed(cart.status)))
    throw new DomainError('cart_not_found');
  if (cart.user_id === null && userId !== null) await cartStore.bind(tx, cartId, userId);
  return cart;
}

/** Throws `order_already_paid` when another tab was faster. */
async function liveOrderOfCart(tx: Tx, cart: cartStore.CartRow): Promise<orders.Order | null> {
  const live = await orders.lockLiveOfCart(tx, cart.id);
  if (carts.isClosed(cart.status) || (live !== null && orderRules.isAccepted(live.status)))
    throw new DomainError('order_already_paid');
  return live;
}

type Placing = { fingerprint: string; holds: HoldRules };

async function placeNew(
  tx: Tx,
  deps: Deps,
  { userId, purchaseRequest, shownTotal, saveCard = false }: Attempt,
  { fingerprint, holds }: Placing,
): Promise<Placed> {
  const now = deps.clock.now();
  const sold = await products.findActive(tx, purchaseRequest.productIds);
  const throwWithNewTotal = (refusal: unknown): never => {
    if (!(refusal instanceof DomainError) || refusal instanceof RateLimited) throw refusal;
    throw orderRules.withNewTotal(refusal, quoteItems(purchaseRequest.productIds, sold, null).total);
  };
  const items = itemsFor(purchaseRequest.productIds, sold);
  const coupon = await usableCoupon(tx, purchaseRequest.discountCode, items, now).catch(throwWithNewTotal);
  const quoted = quoteItems(purchaseRequest.productIds, sold, coupon);
  const { onCredit = false } = purchaseRequest;
  if (onCredit) assertFitsCredit(quoted);
  orderRules.assertShown(quoted.total, shownTotal);
  const id = freshId('ord');
  const number = await orders.insert(tx, {
    id,
    userId,
    cartId: purchaseRequest.cartId,
    billing: purchaseRequest.billing,
    fingerprint,
    ...(onCredit ? { kind: 'credit' as const } : {}),
    ...(purchaseRequest.language && { language: purchaseRequest.language }),
    now,
    ...quoted,
  });
  if (coupon !== null) {
    const refusal = await hold(tx, deps, holds, {
      coupon,
      orderId: id,
      userId,
      email: purchaseRequest.billing.email,
      total: quoted.total,
      now,
    });
    if (refusal !== null) throwWithNewTotal(refusal);
  }
  if (onCredit && userId !== null) {
    await acceptOnCredit(tx, deps, { orderId: id, userId });
    return { next: 'done', order: { id, total: quoted.total } };
  }
  deps.log.info(
    { orderId: id, orderNumber: orderRules.orderNumber(number), totalCents: quoted.total },
    'an order was placed',
  );
  if (quoted.total === 0) {
    // With nothing to pay, the invoice is settled immediately, without the processor.
    const invoiceId = await draftForOrder(tx, { orderId: id, amount: quoted.total, now });
    await invoicePaid(tx, deps, { kind: 'order', invoiceId, orderId: id, now });
    return { next: 'done', order: { id, total: quoted.total } };
  }
  const request = paymentRequest({ id, number, payerId: userId, saveCard, shopId: deps.shopId, ...quoted });
  return {
    next: 'pay',
    order: { id, total: quoted.total },
    payment: await payments.insertWithDraft(tx, request, now),
  };
}

async function usableCoupon(
  tx: Tx,
  code: string | null,
  items: orders.OrderItem[],
  now: Date,
): Promise<coupons.Coupon | null> {
  if (code === null) return null;
  const coupon = await couponStore.findByCode(tx, couponCode(code));
  if (coupon === null) throw new DomainError('coupon_invalid');
  coupons.assertUsable(coupon, now);
  coupons.assertFits(coupon, linesOf(items));
  return coupon;
}

type Charge = Pick<Quote, 'total' | 'items'> & PaymentTerms & { id: string; number: string; shopId: string };

export const paymentRequest = ({ id, number, total, items, shopId, ...terms }: Charge): PaymentRequest => ({
  orderId: id,
  paymentId: freshId('pay'),
  amount: total,
  currency: 'usd',
  keepCard: savesCard(items),
  description: `Stateside order ${orderRules.orderNumber(number)}`,
  shopId,
  items: items.map(({ productId, total: amount }) => ({ productId, amount })),
  ...requestedTerms(terms, savesCard(items)),
});
