/**
 * Buys by card: places the order (one transaction), opens the payment at the processor, and charges a saved
 * card or returns the secret. The processor is never called inside a transaction. After a crash, the same
 * request, the webhook or the sweep repairs the rest. A payment is opened before it is charged, so its
 * reference is stored before money can move.
 */
import { wordsOfDecline } from '#content/decline-words.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { DomainError } from '#kernel/errors.ts';
import { pageLanguage } from '#kernel/email-language.ts';
import { storedPhone } from '#kernel/phone-numbers.ts';
import type * as contract from '#contract/checkout.ts';
import type { readPaymentStatus as readStatus } from '#contract/payment-status.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { applyIntent, applyIntentState } from '#modules/payments/apply-intent.ts';
import * as cards from '#modules/payments/cards.ts';
import { hasTerms } from '#modules/payments/rules.ts';
import { findOrderWithOpen } from '#modules/payments/order-with-open-payment-store.ts';
import * as payments from '#modules/payments/service.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Caller, Person } from '#platform/mount.ts';
import { GatewayRefused, GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import type { HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import { type Attempt, place, type Placed } from '#modules/checkout/placing/place-order.ts';
import { noteSeenDecline } from '#modules/checkout/placing/purchase-request-store.ts';
import type { PurchaseRequest } from '#modules/checkout/placing/rules.ts';
import { assertEnded, type Running } from '#modules/checkout/placing/running.ts';
import { maskEmail } from '#modules/checkout/own-orders/view-rules.ts';

type GuestPurchase = Pick<Received<typeof contract.createAndPurchase>, 'headers' | 'body'>;
type Purchase = Pick<Received<typeof contract.purchase>, 'headers' | 'body'>;
type Payable = Extract<Placed, { next: 'pay' }>;
type Answer = Handled<typeof contract.createAndPurchase>;

export type CardChoice = {
  /** Null for a guest. */
  userId: string | null;
  /** A saved card of the payer, or null for a new card. */
  cardRef: string | null;
  /** Whether to save the new card for the payer. */
  saveCard: boolean;
  /** The page to which a bank returns the payer. */
  returnPath: '/payment-successful' | '/payment/success' | `/booster-checkout?boosterId=${string}`;
  /** Language of that page. Default: English. */
  language?: string | undefined;
};

/**
 * One round may find that another attempt has ended, a second may replace an order whose cart has changed;
 * more mean competing tabs.
 */
export const roundsAtMost = 4;

/**
 * Guest checkout. Rejects with the codes of `quote` and of the coupon, `total_changed`, `cart_not_found`,
 * `order_already_paid`, `idempotency_mismatch`, `phone_invalid`, `order_being_paid`, `payment_in_progress`,
 * `payment_unavailable` (nothing was charged; the same request continues).
 */
export const createAndPurchase = async (
  deps: Deps,
  caller: Caller,
  received: GuestPurchase,
  holds: HoldRules,
): Promise<Answer> => {
  // A browser whose session was restored still sends what it started as a guest; the order then belongs to
  // that user.
  const userId = caller.kind === 'person' ? caller.userId : null;
  const attempt = attemptOf(userId, received);
  return buy(
    deps,
    attempt,
    { userId, cardRef: null, saveCard: false, returnPath: '/payment-successful' },
    holds,
  );
};

/**
 * Checkout for a logged-in user. Rejects like guest checkout, and with `card_not_found`, `card_expired`,
 * `card_declined`, `cards_full`.
 */
export async function purchase(
  deps: Deps,
  { userId }: Person,
  received: Purchase,
  holds: HoldRules,
): Promise<Answer> {
  const { creditPurchase, paymentMethodId: cardRef = null, saveCard = false } = received.body;
  // On credit the order is a sale when it is placed, and no card is involved.
  if (creditPurchase)
    return buy(
      deps,
      attemptOf(userId, received),
      { userId, cardRef: null, saveCard: false, returnPath: '/payment-successful' },
      holds,
    );
  const choice = {
    userId,
    cardRef,
    saveCard: saveCard && cardRef === null,
    language: received.body.language,
  };
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
    billing: {
      ...body.billingDetails,
      phone: storedPhone(body.billingDetails.phone, body.billingDetails.country),
    },
    cartId: body.cartId ?? null,
    onCredit: body.creditPurchase === true,
    ...languageOf(body.language),
  },
});

/** English pages send no language; the buyer's profile language then applies. */
function languageOf(sent: string | undefined): Pick<PurchaseRequest, 'language'> {
  const language = pageLanguage(sent);
  return language === null ? {} : { language };
}

async function buy(deps: Deps, attempt: Attempt, choice: CardChoice, holds: HoldRules): Promise<Answer> {
  const answer = await payFor(deps, choice, (endedAttempt) =>
    place(deps, { ...attempt, saveCard: choice.saveCard, endedAttempt }, holds),
  );
  return attempt.purchaseRequest.onCredit && answer.status === 'paid'
    ? { ...answer, status: 'invoiced' }
    : answer;
}

/**
 * Outcome of `charge`. `placeAgain`: the payment was canceled or changed in the meantime, so nothing was
 * charged.
 */
export type Charged = { kind: 'answered'; answer: Answer } | { kind: 'placeAgain' };

/**
 * What the processor reports of a payment. `unknown`: it did not answer, and a saved card may have been
 * charged.
 */
type Reported = { kind: 'reported'; payment: ProcessorPayment } | { kind: 'unknown' };

/**
 * Places the order, or finds the one placed before, and charges it. Both are repeated when the payment
 * changes in the meantime.
 * `placeAgain` receives the attempt of another payer that has ended.
 */
export async function payFor(
  deps: Deps,
  choice: CardChoice,
  retryPlacing: (endedAttempt: Running | null) => Promise<Placed>,
): Promise<Answer> {
  let endedAttempt: Running | null = null;
  for (let round = 0; round < roundsAtMost; round += 1) {
    const placed = await retryPlacing(endedAttempt);
    switch (placed.next) {
      case 'done':
        return { orderId: placed.order.id, status: 'paid', total: placed.order.total };
      case 'wait':
        return { orderId: placed.order.id, status: 'processing', total: placed.order.total };
      case 'ask':
        endedAttempt = await assertEnded(deps, placed.attempt);
        break;
      case 'supersede':
        await cancelSuperseded(deps, placed.orderId);
        break;
      case 'pay': {
        const charged = await charge(deps, placed, choice);
        if (charged.kind === 'answered') return charged.answer;
      }
    }
  }
  throw new DomainError('payment_in_progress');
}

/**
 * Cancels the old order of a cart to make room for a new one. Throws when the old one was paid after all, or
 * its payment is being decided.
 */
async function cancelSuperseded(deps: Deps, orderId: string): Promise<void> {
  if (await cancelOrder(deps, orderId, 'superseded').catch(payments.throwUnavailable(deps))) return;
  const order = await orders.find(deps.db, orderId);
  throw new DomainError(
    order !== null && orderRules.isAccepted(order.status) ? 'order_already_paid' : 'payment_in_progress',
  );
}

/**
 * Opens the payment at the processor and charges it. A payment taken over from another payer is canceled at
 * the processor before another one is opened, because the other browser still has its secret.
 */
export async function charge(
  deps: Deps,
  { order, payment: found, payer, isTakenOver = false }: Payable,
  choice: CardChoice,
): Promise<Charged> {
  const terms = { payerId: choice.userId, saveCard: choice.saveCard && choice.cardRef === null };
  const payment =
    hasTerms(found.request, terms) && !isTakenOver
      ? found
      : await payments.changeTerms(deps, found, terms).catch(payments.throwUnavailable(deps));
  if (payment === null) return { kind: 'placeAgain' };
  const opened = await open(deps, payment, choice);
  const declineRef = opened.kind === 'reported' ? opened.payment.declineRef : null;
  if (payer !== undefined && declineRef !== null) await noteSeenDecline(deps.db, payer, declineRef);
  const reported =
    opened.kind === 'unknown' || choice.cardRef === null
      ? opened
      : await useCard(deps, opened.payment, choice, choice.cardRef);
  const about = { orderId: order.id, total: order.total };
  const answered = (answer: Omit<Answer, 'orderId' | 'total'>): Charged => ({
    kind: 'answered',
    answer: { ...about, ...answer },
  });
  if (reported.kind === 'unknown') return answered({ status: 'processing' });
  const remote = reported.payment;
  if (remote.state === 'needs_card' && choice.cardRef === null)
    return answered({ status: 'requires_confirmation', client_secret: remote.clientSecret });
  const status = await applyIntentState(deps, remote);
  switch (remote.state) {
    case 'needs_card':
      throw new DomainError('card_declined', remote.declineMessage ?? undefined, {
        text: wordsOfDecline(remote.attempt?.declineCode),
      });
    case 'needs_action':
      return answered({ status: 'requires_action', client_secret: remote.clientSecret });
    case 'canceled':
      return { kind: 'placeAgain' };
    default:
      return answered({ status: status === 'succeeded' ? 'paid' : 'processing' });
  }
}

/** An earlier call may have charged the saved card of a payment that already has a reference. */
const open = async (
  deps: Deps,
  payment: paymentStore.Payment,
  { cardRef }: CardChoice,
): Promise<Reported> => {
  try {
    return { kind: 'reported', payment: await payments.openAtProcessor(deps, payment) };
  } catch (error) {
    if (error instanceof GatewayUnavailable && cardRef !== null && payment.intentRef !== null)
      return { kind: 'unknown' };
    return payments.throwUnavailable(deps)(error);
  }
};

/** After an unknown result the browser asks again, and the webhook or the sweep settles the order. */
async function useCard(
  deps: Deps,
  opened: ProcessorPayment,
  { returnPath, language = 'en' }: CardChoice,
  cardRef: string,
): Promise<Reported> {
  const asksForIt = opened.state === 'needs_action' && opened.cardRef === cardRef;
  if (asksForIt || (opened.state !== 'needs_card' && opened.state !== 'needs_action'))
    return { kind: 'reported', payment: opened };
  const choice = {
    intentRef: opened.intentRef,
    cardRef,
    returnUrl: `${deps.publicOrigin}${addressFor(language, returnPath)}${returnPath.includes('?') ? '&' : '?'}orderId=${opened.orderId}`,
  };
  try {
    return { kind: 'reported', payment: await deps.gateway.payWithCard(choice) };
  } catch (error) {
    if (error instanceof GatewayRefused && error.code === 'card_unknown')
      throw new DomainError('card_not_found');
    if (!(error instanceof GatewayUnavailable)) return payments.throwUnavailable(deps)(error);
    deps.log.error({ err: error, orderId: opened.orderId }, 'a saved card may have been charged');
    return { kind: 'unknown' };
  }
}

/**
 * Runs before anything is written: a saved card must belong to the payer, and a new one to save must fit
 * their limit. An unavailable processor is ignored here and reported later, when the response can state the
 * consequences.
 */
export async function assertCardChoice(
  deps: Deps,
  { userId, cardRef, saveCard }: Omit<CardChoice, 'returnPath' | 'language'>,
): Promise<void> {
  if (cardRef === null && !saveCard) return;
  if (userId === null) throw new DomainError(cardRef === null ? 'sign_in_required' : 'card_not_found');
  const check =
    cardRef === null ? cards.assertCardLimit(deps, userId) : cards.assertUsable(deps, userId, cardRef);
  await check.catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
  });
}

type PaymentStatus = Handled<typeof readStatus>;

/**
 * Serves the browser's return from the bank. Reads the processor while the order is open, so success never
 * depends on a webhook.
 */
export async function readPaymentStatus(deps: Deps, orderId: string): Promise<PaymentStatus> {
  const found = await findOrderWithOpen(deps.db, orderId);
  if (found === null) throw new DomainError('order_not_found');
  const { order, openIntentRef } = found;
  if (order.status !== 'awaiting_payment') return paymentStatus(order, null);
  if (openIntentRef !== null) {
    // While the processor is unavailable, the response reflects our rows; the browser asks again.
    const status = await applyIntent(deps, openIntentRef, order).catch((error: unknown) => {
      deps.log.warn({ err: error, orderId }, 'could not read the payment');
      return null;
    });
    // The same transaction has accepted the order, so no lookup is needed.
    if (status === 'succeeded')
      return paymentStatus({ ...order, status: orderRules.next(order.status, 'accept') }, null);
  }
  return paymentStatus(
    (await orders.find(deps.db, orderId)) ?? order,
    await paymentStore.findLatestOfOrder(deps.db, orderId),
  );
}

function paymentStatus(order: orders.Order, payment: paymentStore.Payment | null): PaymentStatus {
  const facts = { orderId: order.id, orderNumber: orderRules.orderNumber(order.number), total: order.total };
  if (orderRules.isAccepted(order.status))
    return { ...facts, status: 'paid', receiptTo: maskEmail(order.billing.email) };
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
