/**
 * Buying, top to bottom, by card: place the order (one transaction), open the payment at the processor, then hand the browser its secret or
 * charge a saved card. The processor is never called inside a transaction; whatever is lost in between, the same request, the webhook or
 * the sweep repairs.
 */
import { DomainError } from '#kernel/errors.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { isAccepted } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { cancelOrder } from './cancel-order.ts';
import { assertCardChoice, charge, type Payer } from './charge.ts';
import type { HoldRules } from './coupon-hold.ts';
import { type Attempt, place, type Placed } from './place-order.ts';
import { isRunning, type Running } from './running.ts';
import { sayUnavailable } from './unavailable.ts';

type GuestPurchase = Pick<Received<typeof contract.createAndPurchase>, 'headers' | 'body'>;
type Purchase = Pick<Received<typeof contract.purchase>, 'headers' | 'body'>;
type Answer = Handled<typeof contract.createAndPurchase>;

/** One round may find somebody else's attempt over, a second one replaces an order whose cart has changed; more mean that two tabs are fighting. */
export const roundsAtMost = 4;

/**
 * Guest checkout. Refusals: those of `quote` and of the coupon, `total_changed`, `cart_not_found`, `order_already_paid`,
 * `idempotency_mismatch`, `phone_invalid`, `order_being_paid`, `payment_in_progress`, `payment_unavailable` (nothing was charged; the same
 * request continues).
 */
export const createAndPurchase = async (deps: Deps, caller: Caller, received: GuestPurchase, holds: HoldRules): Promise<Answer> => {
  // A browser whose session came back meanwhile still sends what it began as a guest: the order is then that person's.
  const userId = caller.kind === 'person' ? caller.userId : null;
  const attempt = attemptOf(userId, received);
  return buy(deps, attempt, { userId, cardRef: null, saveCard: false, returnPath: '/payment-successful' }, holds);
};

/** Checkout of somebody who is logged in. Refusals as for a guest, and `card_not_found`, `card_expired`, `card_declined`, `cards_full`. */
export async function purchase(deps: Deps, { userId }: Person, received: Purchase, holds: HoldRules): Promise<Answer> {
  const { creditPurchase, paymentMethodId: cardRef = null, saveCard = false } = received.body;
  // On account the order is a sale when it is placed, and no card has any part in it.
  if (creditPurchase)
    return buy(deps, attemptOf(userId, received), { userId, cardRef: null, saveCard: false, returnPath: '/payment-successful' }, holds);
  const choice = { userId, cardRef, saveCard: saveCard && cardRef === null };
  await assertCardChoice(deps, choice);
  return buy(deps, attemptOf(userId, received), { ...choice, returnPath: '/payment-successful' }, holds);
}

const attemptOf = (userId: string | null, { headers, body }: GuestPurchase | Purchase): Attempt => ({
  userId,
  key: headers['idempotency-key'] ?? null,
  shownTotal: body.expectedTotal,
  termsVersion: body.renewalTermsVersion ?? null,
  purchaseRequest: {
    productIds: body.productIds,
    discountCode: body.discountCode ?? null,
    billing: { ...body.billingDetails, phone: storedPhone(body.billingDetails.phone, body.billingDetails.country) },
    cartId: body.cartId ?? null,
    onCredit: body.creditPurchase === true,
  },
});

async function buy(deps: Deps, attempt: Attempt, payer: Payer, holds: HoldRules): Promise<Answer> {
  const answer = await payFor(deps, payer, (over) => place(deps, { ...attempt, saveCard: payer.saveCard, over }, holds));
  return attempt.purchaseRequest.onCredit && answer.status === 'paid' ? { ...answer, status: 'invoiced' } : answer;
}

/** Gets what was placed paid. `placeAgain`: places it, or finds what was placed before; `over` is an attempt of somebody else that has ended. */
export async function payFor(deps: Deps, payer: Payer, placeAgain: (over: Running | null) => Promise<Placed>): Promise<Answer> {
  let over: Running | null = null;
  for (let round = 0; round < roundsAtMost; round += 1) {
    const placed = await placeAgain(over);
    if (placed.next === 'ask') {
      if (await isRunning(deps, placed.attempt)) throw new DomainError('order_being_paid');
      over = placed.attempt;
      continue;
    }
    if (placed.next === 'done') return { orderId: placed.order.id, status: 'paid', total: placed.order.total };
    if (placed.next === 'wait') return { orderId: placed.order.id, status: 'processing', total: placed.order.total };
    if (placed.next === 'supersede') {
      await giveWay(deps, placed.orderId);
      continue;
    }
    const answer = await charge(deps, placed, payer);
    if (answer !== null) return answer;
  }
  throw new DomainError('payment_in_progress');
}

/** Makes room for a new order of the same cart. Throws when the old one was paid after all, or its payment is being decided. */
async function giveWay(deps: Deps, orderId: string): Promise<void> {
  if (await cancelOrder(deps, orderId, 'superseded').catch(sayUnavailable(deps))) return;
  const order = await orders.find(deps.db, orderId);
  throw new DomainError(order !== null && isAccepted(order.status) ? 'order_already_paid' : 'payment_in_progress');
}
