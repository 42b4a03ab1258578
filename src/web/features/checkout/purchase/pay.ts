/**
 * Runs a payment from the click to the result, for a cart, an order, or a booster. It validates the card
 * fields, places the order, and confirms a new card at the processor. A saved card may need the bank's check.
 * Then our server is polled. Only the server's `paid` is success.
 */
import { asciiEmail } from '#kernel/email-address.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { phrase } from '#kernel/language.ts';
import { CallError, type Client } from '#contract/client.ts';
import type { createAndPurchase } from '#contract/checkout.ts';
import type { Answer } from '#contract/endpoint.ts';
import { readPaymentStatus } from '#contract/payment-status.ts';
import type { BillingDraft } from '#web/features/cart/cart.ts';
import { type CardFields, errorOccurred } from '#web/features/cards/card-fields.ts';
import { pageCode } from '#web/page-code.ts';
import type { PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import {
  isDeclined,
  type Outcome,
  outcomeOfLostCheck,
  outcomeOfRefusal,
  outcomeOfSavedCard,
  type ProviderError,
  wordsOf,
} from './outcome.ts';
import { pollForMs, pollPaymentStatus, type PaymentStatus, wait } from './payment-status.ts';
import { processorPhone } from './processor-phone.ts';

export type PurchaseAnswer = Answer<typeof createAndPurchase>;

export type SuccessPage =
  | '/payment-successful'
  | '/payment/success'
  | `/booster-checkout?boosterId=${string}`;

/** The address of a page in the current page's language. */
export const inPageLanguage = (path: string): string => addressFor(pageCode(), path);

export const withOrder = (page: SuccessPage, orderId: string): string =>
  `${inPageLanguage(page)}${page.includes('?') ? '&' : '?'}orderId=${encodeURIComponent(orderId)}`;

/**
 * The current step: our server places the order, the card is charged, our server receives the payment result.
 */
export type Stage = 'placing' | 'paying' | 'checking';

export type Paying = {
  call: Client;
  /** Places the order on the server. Sends nothing after `timeUp` is aborted. */
  place: (timeUp: AbortSignal) => Promise<PurchaseAnswer | Outcome>;
  /** Time limit for everything before the card is charged, including retries. Default: 55 s. */
  placeForMs?: number;
  /** Called if the purchase call charged a saved card and the bank declined it. */
  onCardDeclined?: () => void;
  paymentMethod: PaymentMethodChoice;
  /** The cardholder's details. A masked email address is not sent to the processor. */
  billing: BillingDraft;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
  successPage: SuccessPage;
  /** Shown if the processor declines without a message. */
  failed?: string;
};

const tooLate = phrase('The server took too long to answer. Please try again.');
/** After an ambiguous response from the processor: long enough for a delayed confirmation to arrive. */
const unclearForMs = 12_000;
const retryAfterMs = [800, 2_500];

export async function pay(paying: Paying): Promise<Outcome> {
  const { paymentMethod, onStage, onCardDeclined } = paying;
  const wrongFields = await checkFields(paymentMethod);
  if (wrongFields !== null) return wrongFields;
  const isSavedCard = paymentMethod.cardId !== null;
  onStage(isSavedCard ? 'paying' : 'placing');
  const placed = await placeInTime(paying).catch(isSavedCard ? outcomeOfSavedCard : outcomeOfRefusal);
  if (!('kind' in placed)) return finishPayment(paying, placed);
  if (isSavedCard && placed.kind === 'declined') onCardDeclined?.();
  return placed;
}

/** The processor validates its own fields before anything is sent. Null if they are valid or not used. */
async function checkFields({ fields, cardId }: PaymentMethodChoice): Promise<Outcome | null> {
  if (fields === null || cardId !== null) return null;
  const { error } = await fields.elements.submit();
  return error ? { kind: 'refused', message: wordsOf(error, pageCode()) ?? errorOccurred } : null;
}

/**
 * The buyer gets a result within a minute. An order that is placed later is found again by the attempt's key;
 * a saved card may have been charged.
 */
async function placeInTime({
  place,
  placeForMs = 55_000,
  paymentMethod,
}: Paying): Promise<PurchaseAnswer | Outcome> {
  const timeUp = AbortSignal.timeout(placeForMs);
  const timeout = new Promise<Outcome>((resolve) => {
    timeUp.addEventListener('abort', () =>
      resolve({ kind: paymentMethod.cardId === null ? 'refused' : 'unclear', message: tooLate }),
    );
  });
  return Promise.race([place(timeUp), timeout]);
}

/**
 * True without a response or after a server error: the same request may be sent again. A rejection is final.
 */
export const mayRepeat = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || (error.status >= 500 && error.code !== 'payment_unavailable'));

/**
 * Sends one purchase call and retries it under the same key while the connection fails. The server finds the
 * same order each time. A new card is not charged by this call, so giving up is safe. A saved card is
 * charged, once per key. Throws `CallError` with the server's rejection, or with `network` if no attempt
 * reached it.
 */
export async function repeated(
  send: () => Promise<PurchaseAnswer>,
  timeUp: AbortSignal,
): Promise<PurchaseAnswer> {
  for (const durationMs of retryAfterMs) {
    try {
      return await send();
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      await wait(durationMs);
      if (timeUp.aborted) throw error;
    }
  }
  return send();
}

async function finishPayment(paying: Paying, placed: PurchaseAnswer): Promise<Outcome> {
  const { fields, cardId } = paying.paymentMethod;
  const { failed = errorOccurred } = paying;
  const { orderId, status, client_secret: clientSecret } = placed;
  if (status === 'paid' || status === 'invoiced') return { kind: status, orderId };
  if (fields === null || clientSecret === undefined) return pollUntilDecided(paying, orderId, pollForMs);
  paying.onStage('paying');
  const error = await (cardId === null
    ? confirmNewCard(paying, fields, orderId, clientSecret)
    : fields.stripe.handleNextAction({ clientSecret }).then((done): ProviderError | undefined => done.error));
  if (!error) return pollUntilDecided(paying, orderId, pollForMs);
  const message = wordsOf(error, pageCode()) ?? failed;
  if (isDeclined(error)) return { kind: 'declined', message };
  return pollUntilDecided(paying, orderId, unclearForMs, message);
}

const isWholeAddress = (email: string): boolean => email.includes('@') && !email.includes('*');

async function confirmNewCard(
  { billing, successPage }: Paying,
  { stripe, elements }: NonNullable<CardFields>,
  orderId: string,
  clientSecret: string,
): Promise<ProviderError | undefined> {
  const phone = await processorPhone(billing);
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: `${window.location.origin}${withOrder(successPage, orderId)}`,
      payment_method_data: {
        billing_details: {
          name: `${billing.firstName} ${billing.lastName}`,
          ...(isWholeAddress(billing.email) ? { email: asciiEmail(billing.email) ?? '' } : {}),
          phone,
          address: { line1: billing.address, country: billing.country },
        },
      },
    },
  });
  return error;
}

/**
 * Polls until the order is decided. Without `unclear` the processor confirmed the payment, and only paid or
 * canceled is final. With it, an order still open at the end was not paid.
 */
async function pollUntilDecided(
  { call, signal, onStage }: Paying,
  orderId: string,
  forMs: number,
  unclear?: string,
): Promise<Outcome> {
  onStage('checking');
  const read = () => call(readPaymentStatus, { params: { id: orderId } });
  const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';
  const last = await pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal, forMs }).catch(
    outcomeOfLostCheck,
  );
  if (last !== null && 'kind' in last) return last;
  if (last?.status === 'paid') return { kind: 'paid', orderId };
  // If the processor confirmed, money may have moved; it is refunded automatically.
  if (last?.status === 'canceled')
    return {
      kind: unclear === undefined ? 'unclear' : 'declined',
      message: phrase('This order can no longer be paid'),
    };
  if (unclear !== undefined && (last?.status === 'open' || last?.status === 'requires_action'))
    return { kind: 'declined', message: last.message ?? unclear };
  return { kind: 'checking', orderId };
}
