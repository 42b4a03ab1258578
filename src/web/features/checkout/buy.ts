/**
 * Buying with a new card, top to bottom: check the card fields, keep the cart, place the order, confirm at the processor,
 * then ask our server. Every step may be repeated; only the server's `paid` ends it well.
 */
import { CallError, type Client } from '#contract/client.ts';
import { readPaymentStatus } from '#contract/checkout.ts';
import { asTempProduct, type BillingDraft, noteOrder, setCartId, setPurchase } from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { attemptFor } from './attempt.ts';
import { beforeCard, errorOccurred, isDeclined, type Outcome, outcomeOfRefusal } from './outcome.ts';
import { pollForMs, pollPaymentStatus, type PaymentStatus, wait } from './payment-status.ts';
import { contentOf, placeOrder, type PurchaseAnswer } from './place-order.ts';
import type { SaveCart } from './save-cart.ts';

/** Null for an order that needs no card. */
export type CardFields = { stripe: Stripe; elements: StripeElements } | null;

export type Buying = {
  call: Client;
  store: Store;
  saveCart: SaveCart;
  fields: CardFields;
  billing: BillingDraft;
  signal: AbortSignal;
  /** 55 s unless told. */
  placeForMs?: number;
};

/** A slow save must not hold a purchase up for long. */
const saveForMs = 8_000;
const saveAgainAfterMs = [800, 2_500];
/** For all that happens before the card is asked, repetitions included. */
const placeForMs = 55_000;
const tooLate = 'The server took too long to answer. Please try again.';
const notSaved = 'We could not save your cart, so no order was placed. Please try again in a moment';
/** After an unclear answer from the processor: long enough for a lost confirmation to arrive. */
const unclearForMs = 12_000;

export async function buy(buying: Buying): Promise<Outcome> {
  const { fields } = buying;
  if (fields) {
    const { error } = await fields.elements.submit();
    if (error) return { kind: 'refused', message: error.message ?? errorOccurred };
  }
  const placed = await inTime((timeUp) => keepAndPlace(buying, timeUp), buying.placeForMs ?? placeForMs).catch(outcomeOfRefusal);
  if ('kind' in placed) return beforeCard(placed);
  if (placed.status === 'paid') return { kind: 'paid', orderId: placed.orderId };
  if (fields && placed.client_secret !== undefined) return confirm(buying, fields, placed.orderId, placed.client_secret);
  return untilDecided(buying, placed.orderId, pollForMs);
}

/** Whoever presses the button hears within a minute. An order that is placed after all is found again by the attempt's key. */
async function inTime<T>(work: (timeUp: AbortSignal) => Promise<T>, forMs: number): Promise<T | Outcome> {
  const timeUp = AbortSignal.timeout(forMs);
  const late = new Promise<Outcome>((resolve) => {
    timeUp.addEventListener('abort', () => resolve({ kind: 'refused', message: tooLate }));
  });
  return Promise.race([work(timeUp), late]);
}

const keepAndPlace = async (buying: Buying, timeUp: AbortSignal): Promise<PurchaseAnswer | Outcome> =>
  (await keepCart(buying)) ?? (await place(buying, timeUp));

/**
 * Only the kept cart tells the server that two tabs are buying the same thing, so without one there is no order.
 * A cart that was kept earlier will do: the purchase names it and carries its own content.
 */
async function keepCart({ store, saveCart }: Buying): Promise<Outcome | null> {
  const late = wait(saveForMs).then(() => 'late' as const);
  let saved = await Promise.race([saveCart(), late]);
  for (const pauseMs of saveAgainAfterMs) {
    if (saved !== 'failed' || store.getState().cart.cartId !== null) break;
    await wait(pauseMs);
    saved = await Promise.race([saveCart(), late]);
  }
  if (saved === 'completed') return { kind: 'already_paid' };
  if (saved instanceof CallError) return outcomeOfRefusal(saved);
  return store.getState().cart.cartId === null ? { kind: 'refused', message: notSaved } : null;
}

/** Places the order under the attempt's key and notes it, so that a reload or another tab finds it again. */
async function place(buying: Buying, timeUp: AbortSignal): Promise<PurchaseAnswer | Outcome> {
  const { call, store, billing } = buying;
  const send = async (): Promise<PurchaseAnswer> => {
    const { cart } = store.getState();
    const content = contentOf(cart, billing);
    const attempt = attemptFor(cart.purchase, content);
    store.dispatch(setPurchase(attempt));
    const answer = await placeOrder(call, attempt.key, content, wait, timeUp);
    store.dispatch(noteOrder({ products: cart.cartProducts.map(asTempProduct), discountCode: cart.discount?.code ?? null }));
    store.dispatch(setPurchase({ ...attempt, orderId: answer.orderId }));
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

async function confirm(
  buying: Buying,
  { stripe, elements }: NonNullable<CardFields>,
  orderId: string,
  clientSecret: string,
): Promise<Outcome> {
  const { billing } = buying;
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: `${window.location.origin}/payment-successful?orderId=${orderId}`,
      payment_method_data: {
        billing_details: {
          name: `${billing.firstName} ${billing.lastName}`,
          email: billing.email,
          phone: billing.phoneNumber,
          address: { line1: billing.address, country: billing.country },
        },
      },
    },
  });
  if (!error) return untilDecided(buying, orderId, pollForMs);
  const message = error.message ?? errorOccurred;
  if (isDeclined(error)) return { kind: 'declined', message };
  return untilDecided(buying, orderId, unclearForMs, message);
}

/** Without `unclear` the processor has said yes, and only paid or canceled count; with it, an order still open at the end was not paid. */
async function untilDecided({ call, signal }: Buying, orderId: string, forMs: number, unclear?: string): Promise<Outcome> {
  const read = () => call(readPaymentStatus, { params: { id: orderId } });
  const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';
  const last = await pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal, forMs }).catch(outcomeOfRefusal);
  if (last !== null && 'kind' in last) return last;
  if (last?.status === 'paid') return { kind: 'paid', orderId };
  if (last?.status === 'canceled') return { kind: 'refused', message: 'This order can no longer be paid' };
  if (unclear !== undefined && (last?.status === 'open' || last?.status === 'requires_action'))
    return { kind: 'refused', message: last.message ?? unclear };
  return { kind: 'checking', orderId };
}
