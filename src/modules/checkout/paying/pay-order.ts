/**
 * Pays an existing order for any holder of its link. Items, price and owner were fixed when it was placed, so
 * the request cannot change them. It costs its subtotal only if its coupon use went to another buyer in the
 * meantime.
 */
import { randomUUID } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as cartStore from '#modules/carts/store.ts';
import * as couponStore from '#modules/coupons/store.ts';
import * as invoices from '#modules/invoices/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { agreeToRenewals } from '#modules/orders/overdue-orders-store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Caller } from '#platform/mount.ts';
import { assertCardChoice, charge, roundsAtMost } from './by-card.ts';
import { reserveAgain, type HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import { purchaseOrderOnCredit } from './order-on-credit.ts';
import { paymentRequest, type Placed } from '#modules/checkout/placing/place-order.ts';
import {
  actorOf,
  assertEnded,
  attemptOfAnother,
  fingerprintOfLink,
  type Running,
  seenDeclineOf,
} from '#modules/checkout/placing/running.ts';
import * as requests from '#modules/checkout/placing/purchase-request-store.ts';

type Answer = Handled<typeof contract.purchaseOrder>;

/**
 * Rejects with `order_not_found`, `total_too_large`, `order_already_paid`, `order_being_paid` (by another
 * holder of the link), `order_not_payable`, `total_changed`, and the card codes of a purchase. A guest who
 * asks to save the card gets `sign_in_required`.
 */
export async function purchaseOrder(
  deps: Deps,
  caller: Caller,
  { headers, body }: Pick<Received<typeof contract.purchaseOrder>, 'headers' | 'body'>,
  holds: HoldRules,
): Promise<Answer> {
  if (body.creditPurchase) return purchaseOrderOnCredit(deps, caller, body, holds);
  const userId = caller.kind === 'person' ? caller.userId : null;
  const { orderId, paymentMethodId: cardRef = null } = body;
  const choice = { userId, cardRef, saveCard: body.saveCard === true && cardRef === null };
  // Guests without a key are indistinguishable.
  const key = headers['idempotency-key'] ?? `once-${randomUUID()}`;
  await assertCardChoice(deps, choice);
  let endedAttempt: Running | null = null;
  for (let round = 0; round < roundsAtMost; round += 1) {
    const payRequest: OrderPaymentRequest = {
      orderId,
      userId,
      key,
      saveCard: choice.saveCard,
      shownTotal: body.expectedTotal,
      endedAttempt,
      termsVersion: body.renewalTermsVersion ?? null,
    };
    const placed: Found = await retryOnDeadlock(deps, () =>
      deps.db.transaction().execute((tx) => find(tx, deps, payRequest, holds)),
    );
    if (placed.next === 'done') return { orderId, status: 'paid', total: placed.order.total };
    if (placed.next === 'wait') return { orderId, status: 'processing', total: placed.order.total };
    if (placed.next === 'show') throw orderRules.totalChanged(placed.total);
    if (placed.next === 'ask') {
      endedAttempt = await assertEnded(deps, placed.attempt);
      continue;
    }
    const charged = await charge(deps, placed, {
      ...choice,
      returnPath: '/payment/success',
      language: placed.order.language,
    });
    if (charged.kind === 'answered') return charged.answer;
  }
  throw new DomainError('payment_in_progress');
}

type OrderPaymentRequest = {
  orderId: string;
  userId: string | null;
  key: string;
  saveCard: boolean;
  shownTotal: Cents | undefined;
  endedAttempt: Running | null;
  termsVersion: string | null;
};

/** `show`: the price has just risen; the payer must see it first. */
type Found = Exclude<Placed, { next: 'supersede' }> | { next: 'show'; total: Cents };

async function find(tx: Tx, deps: Deps, payRequest: OrderPaymentRequest, holds: HoldRules): Promise<Found> {
  const { orderId, userId, key, saveCard, shownTotal, endedAttempt, termsVersion } = payRequest;
  const now = deps.clock.now();
  const actor = actorOf(userId);
  const fingerprint = fingerprintOfLink(orderId);
  const found = await orders.find(tx, orderId);
  // Lock the cart before the order, as everywhere; settlement uses the same order.
  if (found !== null && found.cartId !== null) await cartStore.lock(tx, found.cartId);
  const earlier = await requests.claim(tx, { actor, key, now });
  if (earlier !== null && earlier.fingerprint !== fingerprint) throw new DomainError('idempotency_mismatch');
  const order = await orders.lock(tx, orderId);
  if (order === null) throw new DomainError('order_not_found');
  // A booster is paid from its own page, which first checks that the limit may rise.
  if (order.kind === 'booster') throw new DomainError('order_not_payable');
  if (orderRules.isAccepted(order.status)) {
    // This call has not charged anything yet, so the payment it took over has succeeded after all.
    if (earlier === null || endedAttempt !== null) throw new DomainError('order_already_paid');
    return { next: 'done', order };
  }
  if (order.status === 'canceled') throw new DomainError('order_not_payable');
  orderRules.assertChargeable(order.total);
  const running = await attemptOfAnother(tx, orderId, { actor, key, byLink: true }, endedAttempt);
  if (running !== null) return { next: 'ask', attempt: running };
  const open = await payments.findOpenOfOrder(tx, orderId);
  if (open === null && (await payments.hasMoneyInReview(tx, orderId))) return { next: 'wait', order };
  if (open === null && !(await reserveAgain(tx, deps, holds, order, now)))
    return { next: 'show', total: order.subtotal };
  orderRules.assertShown(order.total, shownTotal);
  if (order.discount > 0) await couponStore.touch(tx, orderId, now);
  await requests.record(tx, { actor, key, fingerprint, orderId, now, ...seenDeclineOf(endedAttempt) });
  const payer = { actor, key };
  if (termsVersion !== null) await agreeToRenewals(tx, orderId, termsVersion, now);
  if (open !== null) return { next: 'pay', order, payment: open, payer, isTakenOver: endedAttempt !== null };
  const invoice = await invoices.lockOfOrder(tx, orderId);
  if (invoice === null) throw new DomainError('order_not_payable');
  const request = paymentRequest({
    id: order.id,
    number: order.number,
    payerId: userId,
    saveCard,
    shopId: deps.shopId,
    total: order.total,
    items: await orders.items(tx, orderId),
  });
  return { next: 'pay', order, payment: await payments.insert(tx, invoice.id, request, now), payer };
}
