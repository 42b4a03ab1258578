/**
 * Buying what is in the cart, top to bottom: check the card fields, keep the cart, place the order, let the processor finish it,
 * then ask our server. Every step may be repeated; only the server's `paid` ends it well.
 */
import { CallError, type Client } from '#contract/client.ts';
import { asTempProduct, type BillingDraft, noteOrder, setCartId, setPurchase } from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';
import { afterDecline, attemptFor } from './attempt.ts';
import { checkFields, finishPayment, type Stage } from './finish-payment.ts';
import type { PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import { type Outcome, outcomeOfRefusal, outcomeOfSavedCard } from './outcome.ts';
import { wait } from './payment-status.ts';
import { contentOf, placeOrder, type PurchaseAnswer, purchaseCall } from './place-order.ts';
import type { SaveCart } from '#web/features/checkout/cart-sync/save-cart.ts';
import { withRenewals } from '#web/features/checkout/summary/totals.ts';

export type Buying = {
  call: Client;
  store: Store;
  saveCart: SaveCart;
  paymentMethod: PaymentMethodChoice;
  /** True for somebody who is logged in. */
  isPerson: boolean;
  billing: BillingDraft;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
  /** 55 s unless told. */
  placeForMs?: number;
};

/** A slow save must not hold a purchase up for long. */
const saveForMs = 8_000;
const saveAgainAfterMs = [800, 2_500];
/** For all that happens before the card is asked, repetitions included. */
const placeForMs = 55_000;
export const tooLate = 'The server took too long to answer. Please try again.';
const notSaved = 'We could not save your cart, so no order was placed. Please try again in a moment';

export async function buy(buying: Buying): Promise<Outcome> {
  const { call, store, paymentMethod, billing, signal, onStage } = buying;
  const wrongFields = await checkFields(paymentMethod);
  if (wrongFields !== null) return wrongFields;
  const isSavedCard = paymentMethod.cardId !== null;
  onStage(isSavedCard ? 'paying' : 'placing');
  const placed = await inTime((timeUp) => saveAndPlace(buying, timeUp), buying.placeForMs ?? placeForMs).catch(
    isSavedCard ? outcomeOfSavedCard : outcomeOfRefusal,
  );
  if (!('kind' in placed))
    return finishPayment({ call, paymentMethod, payer: billing, signal, onStage, successPage: '/payment-successful' }, placed);
  const { purchase } = store.getState().cart;
  if (isSavedCard && placed.kind === 'declined' && purchase !== null) store.dispatch(setPurchase(afterDecline(purchase)));
  if (isSavedCard && placed.kind === 'refused' && placed.message === tooLate) return { kind: 'unclear', message: tooLate };
  return placed;
}

/** Whoever presses the button hears within a minute. An order that is placed after all is found again by the attempt's key. */
export async function inTime<T>(work: (timeUp: AbortSignal) => Promise<T>, forMs: number): Promise<T | Outcome> {
  const timeUp = AbortSignal.timeout(forMs);
  const late = new Promise<Outcome>((resolve) => {
    timeUp.addEventListener('abort', () => resolve({ kind: 'refused', message: tooLate }));
  });
  return Promise.race([work(timeUp), late]);
}

const saveAndPlace = async (buying: Buying, timeUp: AbortSignal): Promise<PurchaseAnswer | Outcome> =>
  (await keepCart(buying)) ?? (await place(buying, timeUp));

/** Keeping the cart may bring products in that the shopper has not seen: their saved cart. Nobody pays for those unasked. */
const moreThanSeen: Outcome = {
  kind: 'prices_changed',
  message: 'Your cart now also holds what you had saved before.',
};

/**
 * Only the kept cart tells the server that two tabs are buying the same thing, so without one there is no order.
 * A cart that was kept earlier will do: the purchase names it and carries its own content.
 */
async function keepCart({ store, saveCart }: Buying): Promise<Outcome | null> {
  const seen = idsIn(store);
  const late = wait(saveForMs).then(() => 'late' as const);
  let saved = await Promise.race([saveCart(), late]);
  for (const pauseMs of saveAgainAfterMs) {
    if (saved !== 'failed' || store.getState().cart.cartId !== null) break;
    await wait(pauseMs);
    saved = await Promise.race([saveCart(), late]);
  }
  if (saved === 'completed') return { kind: 'already_paid' };
  if (saved instanceof CallError) return outcomeOfRefusal(saved);
  if (store.getState().cart.cartId === null) return { kind: 'refused', message: notSaved };
  return idsIn(store).length > seen.length ? moreThanSeen : null;
}

const idsIn = (store: Store): string =>
  store
    .getState()
    .cart.cartProducts.map(({ id }) => id)
    .join(' ');

/** Places the order under the attempt's key and notes it, so that a reload or another tab finds it again. */
async function place(buying: Buying, timeUp: AbortSignal): Promise<PurchaseAnswer | Outcome> {
  const { call, store, billing, isPerson, paymentMethod } = buying;
  const send = async (): Promise<PurchaseAnswer> => {
    const { cart } = store.getState();
    const content = contentOf(cart, billing);
    const attempt = attemptFor(cart.purchase, paymentMethod.onCredit ? { ...content, onCredit: true } : content);
    store.dispatch(setPurchase(attempt));
    const answer = await placeOrder(purchaseCall(call, { isPerson, ...paymentMethod }, attempt.key, content), wait, timeUp);
    const { orderId } = answer;
    store.dispatch(
      noteOrder({
        orderId,
        products: withRenewals(cart.cartProducts, cart.discount).map(asTempProduct),
        discountCode: content.discountCode ?? null,
      }),
    );
    store.dispatch(setPurchase({ ...attempt, orderId }));
    return answer;
  };
  return send().catch(async (error: unknown) => {
    const code = (error as { code?: string }).code;
    // The server lost the cart or knows the key for something else: start afresh, once.
    if (code === 'cart_not_found') store.dispatch(setCartId(null));
    else if (code === 'idempotency_mismatch') store.dispatch(setPurchase(null));
    else throw error;
    return (await keepCart(buying)) ?? send();
  });
}
