/**
 * Buying by card, top to bottom: place the order (one transaction), open the payment at the processor, hand the browser its secret or charge a
 * saved card, and tell the browser how the payment stands. The processor is never called inside a transaction; whatever is lost in between,
 * the same request, the webhook or the sweep repairs. A payment is opened before it is charged, so that its reference is ours before money can move.
 */
import { wordsOfDecline } from '#kernel/decline-words.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { DomainError } from '#kernel/errors.ts';
import { pageLanguage } from '#kernel/email-language.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import type * as contract from '#contract/checkout.ts';
import type { readPaymentStatus as readStatus } from '#contract/payment-status.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyIntent, applyTruth } from '#modules/payments/apply-intent.ts';
import * as cards from '#modules/payments/cards.ts';
import { hasTerms } from '#modules/payments/rules.ts';
import { findOrderWithOpen } from '#modules/payments/return-store.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { GatewayRefused, GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import type { HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import { type Attempt, place, type Placed } from '#modules/checkout/placing/place-order.ts';
import { noteSeenDecline } from '#modules/checkout/placing/store.ts';
import type { PurchaseRequest } from '#modules/checkout/placing/rules.ts';
import { assertOver, type Running } from '#modules/checkout/placing/running.ts';
import { maskEmail } from '#modules/checkout/own-orders/view-rules.ts';

type GuestPurchase = Pick<Received<typeof contract.createAndPurchase>, 'headers' | 'body'>;
type Purchase = Pick<Received<typeof contract.purchase>, 'headers' | 'body'>;
type Payable = Extract<Placed, { next: 'pay' }>;
type Answer = Handled<typeof contract.createAndPurchase>;

export type Payer = {
  /** Null for a guest. */
  userId: string | null;
  /** A saved card of this person, or null for a new card. */
  cardRef: string | null;
  /** Whether this person wants the new card among their saved ones. */
  saveCard: boolean;
  /** The page to which a bank sends the person back. */
  returnPath: '/payment-successful' | '/payment/success' | `/booster-checkout?boosterId=${string}`;
  /** Of that page. Left out: English. */
  language?: string | undefined;
};

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
  const choice = { userId, cardRef, saveCard: saveCard && cardRef === null, language: received.body.language };
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
    ...languageOf(body.language),
  },
});

/** English pages say nothing of a language: then that of the buyer's profile counts. */
function languageOf(sent: string | undefined): Pick<PurchaseRequest, 'language'> {
  const language = pageLanguage(sent);
  return language === null ? {} : { language };
}

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
      over = await assertOver(deps, placed.attempt);
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
  if (await cancelOrder(deps, orderId, 'superseded').catch(payments.sayUnavailable(deps))) return;
  const order = await orders.find(deps.db, orderId);
  throw new DomainError(order !== null && orderRules.isAccepted(order.status) ? 'order_already_paid' : 'payment_in_progress');
}

/**
 * Null when the payment turns out to be canceled or changed meanwhile, so that the order is read again. A payment that is taken over from
 * another holder is canceled at the processor before another one is opened: the other browser still has its secret.
 */
export async function charge(
  deps: Deps,
  { order, payment: found, holder, isTakenOver = false }: Payable,
  payer: Payer,
): Promise<Answer | null> {
  const answer = { orderId: order.id, total: order.total };
  const terms = { payerId: payer.userId, saveCard: payer.saveCard && payer.cardRef === null };
  const payment =
    hasTerms(found.request, terms) && !isTakenOver
      ? found
      : await payments.changeTerms(deps, found, terms).catch(payments.sayUnavailable(deps));
  if (payment === null) return null;
  const opened = await payments.openAtProcessor(deps, payment).catch((error: unknown) => {
    // A saved card may have been charged by an earlier call, so nobody may say that it was not.
    if (error instanceof GatewayUnavailable && payer.cardRef !== null && payment.intentRef !== null) return null;
    return payments.sayUnavailable(deps)(error);
  });
  if (holder !== undefined && opened !== null && opened.declineRef !== null) await noteSeenDecline(deps.db, holder, opened.declineRef);
  const truth = opened === null || payer.cardRef === null ? opened : await useCard(deps, opened, payer, payer.cardRef);
  if (truth === null) return { ...answer, status: 'processing' };
  if (truth.state === 'needs_card' && payer.cardRef === null)
    return { ...answer, status: 'requires_confirmation', client_secret: truth.clientSecret };
  const status = await applyTruth(deps, truth);
  if (truth.state === 'needs_card')
    throw new DomainError('card_declined', truth.declineMessage ?? undefined, { text: wordsOfDecline(truth.attempt?.declineCode) });
  if (truth.state === 'needs_action') return { ...answer, status: 'requires_action', client_secret: truth.clientSecret };
  if (truth.state === 'canceled') return null;
  return { ...answer, status: status === 'succeeded' ? 'paid' : 'processing' };
}

/** Null when nobody knows how it ended: the browser asks again, and the webhook and the sweep find out. */
async function useCard(
  deps: Deps,
  opened: ProcessorPayment,
  { returnPath, language = 'en' }: Payer,
  cardRef: string,
): Promise<ProcessorPayment | null> {
  const asksForIt = opened.state === 'needs_action' && opened.cardRef === cardRef;
  if (asksForIt || (opened.state !== 'needs_card' && opened.state !== 'needs_action')) return opened;
  const choice = {
    intentRef: opened.intentRef,
    cardRef,
    returnUrl: `${deps.publicOrigin}${addressFor(language, returnPath)}${returnPath.includes('?') ? '&' : '?'}orderId=${opened.orderId}`,
  };
  return deps.gateway.payWithCard(choice).catch((error: unknown) => {
    if (error instanceof GatewayRefused && error.code === 'card_unknown') throw new DomainError('card_not_found');
    if (!(error instanceof GatewayUnavailable)) return payments.sayUnavailable(deps)(error);
    deps.log.error({ err: error, orderId: opened.orderId }, 'nobody knows whether a saved card was charged');
    return null;
  });
}

/**
 * Before anything is written down: a saved card is the payer's own, and a new one that is to be saved has room among theirs. A processor
 * that is away is found out later, where the answer can say what that means.
 */
export async function assertCardChoice(deps: Deps, { userId, cardRef, saveCard }: Omit<Payer, 'returnPath' | 'language'>): Promise<void> {
  if (cardRef === null && !saveCard) return;
  if (userId === null) throw new DomainError(cardRef === null ? 'sign_in_required' : 'card_not_found');
  const check = cardRef === null ? cards.assertRoom(deps, userId) : cards.assertUsable(deps, userId, cardRef);
  await check.catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
  });
}

type PaymentStatus = Handled<typeof readStatus>;

/** The browser's return: reads the processor while the order is open, so that success never waits for a webhook. */
export async function readPaymentStatus(deps: Deps, orderId: string): Promise<PaymentStatus> {
  const found = await findOrderWithOpen(deps.db, orderId);
  if (found === null) throw new DomainError('order_not_found');
  const { order, openIntentRef } = found;
  if (order.status !== 'awaiting_payment') return paymentStatus(order, null);
  if (openIntentRef !== null) {
    // A processor that is away leaves the answer as our rows know it; the browser asks again.
    const status = await applyIntent(deps, openIntentRef, order).catch((error: unknown) => {
      deps.log.warn({ err: error, orderId }, 'could not read the payment');
      return null;
    });
    // The same transaction has paid the order, so there is nothing left to look up.
    if (status === 'succeeded') return paymentStatus({ ...order, status: orderRules.next(order.status, 'accept') }, null);
  }
  return paymentStatus((await orders.find(deps.db, orderId)) ?? order, await paymentStore.findLatestOfOrder(deps.db, orderId));
}

function paymentStatus(order: orders.Order, payment: paymentStore.Payment | null): PaymentStatus {
  const facts = { orderId: order.id, orderNumber: orderRules.orderNumber(order.number), total: order.total };
  if (orderRules.isAccepted(order.status)) return { ...facts, status: 'paid', receiptTo: maskEmail(order.billing.email) };
  if (order.status === 'canceled') return { ...facts, status: 'canceled' };
  const message = payment?.declineMessage ? { message: payment.declineMessage } : {};
  switch (payment?.status) {
    case 'requires_action':
      return { ...facts, status: 'requires_action' };
    case 'processing':
    case 'review':
    case 'succeeded':
    case 'duplicate':
      return { ...facts, status: 'checking' };
    default:
      return { ...facts, status: 'open', ...message };
  }
}
