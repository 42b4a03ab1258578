/**
 * From the press to the payment, the same for a cart, an order and a booster: the card fields are checked, our server takes the order, a new
 * card is confirmed at the processor, a saved one may still need its owner before the bank, and then our server is asked. Only the server's
 * `paid` is success.
 */
import { asciiEmail } from '#kernel/email-address.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { phrase } from '#kernel/language.ts';
import { CallError, type Client } from '#contract/client.ts';
import type { createAndPurchase } from '#contract/checkout.ts';
import type { Answer } from '#contract/endpoint.ts';
import { readPaymentStatus } from '#contract/payment-status.ts';
import type { BillingDraft } from '#web/features/cart/slice.ts';
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

export type SuccessPage = '/payment-successful' | '/payment/success' | `/booster-checkout?boosterId=${string}`;

/** The address of a page in the language of the one that is open. */
export const inPageLanguage = (path: string): string => addressFor(pageCode(), path);

export const withOrder = (page: SuccessPage, orderId: string): string =>
  `${inPageLanguage(page)}${page.includes('?') ? '&' : '?'}orderId=${encodeURIComponent(orderId)}`;

/** What a buyer waits for: our server takes the order, the card is asked, our server hears of the payment. */
export type Stage = 'placing' | 'paying' | 'checking';

export type Paying = {
  call: Client;
  /** Has the server take the order. Once `timeUp` is aborted nothing more is sent. */
  place: (timeUp: AbortSignal) => Promise<PurchaseAnswer | Outcome>;
  /** For all that happens before the card is asked, repetitions included: 55 s unless told. */
  placeForMs?: number;
  /** The purchase call itself has charged a saved card, and the bank said no. */
  onCardDeclined?: () => void;
  paymentMethod: PaymentMethodChoice;
  /** Whose card it is. The processor is not told an address that is masked. */
  billing: BillingDraft;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
  successPage: SuccessPage;
  /** Said where the processor gives no words for its no. */
  failed?: string;
};

const tooLate = phrase('The server took too long to answer. Please try again.');
/** After an unclear answer from the processor: long enough for a lost confirmation to arrive. */
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

/** The processor checks its own fields before anything is sent. Null when they are fine, or not used. */
async function checkFields({ fields, cardId }: PaymentMethodChoice): Promise<Outcome | null> {
  if (fields === null || cardId !== null) return null;
  const { error } = await fields.elements.submit();
  return error ? { kind: 'refused', message: wordsOf(error, pageCode()) ?? errorOccurred } : null;
}

/**
 * Whoever presses the button hears within a minute. An order that is placed after all is found again by the attempt's key; with a saved card
 * the bank may have been asked.
 */
async function placeInTime({ place, placeForMs = 55_000, paymentMethod }: Paying): Promise<PurchaseAnswer | Outcome> {
  const timeUp = AbortSignal.timeout(placeForMs);
  const late = new Promise<Outcome>((resolve) => {
    timeUp.addEventListener('abort', () => resolve({ kind: paymentMethod.cardId === null ? 'refused' : 'unclear', message: tooLate }));
  });
  return Promise.race([place(timeUp), late]);
}

/** No answer, or an accident on the server: the same request may be sent again. A refusal is an answer. */
export const mayRepeat = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || (error.status >= 500 && error.code !== 'payment_unavailable'));

/**
 * One purchase call, repeated under one key while the connection fails: the server finds the same order each time. With a new card nothing is
 * charged by it, so giving up here is safe; a saved card is charged by it, once under its key. Throws `CallError` with the server's refusal, or
 * with `network` when no try reached it.
 */
export async function repeated(send: () => Promise<PurchaseAnswer>, timeUp: AbortSignal): Promise<PurchaseAnswer> {
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
  if (fields === null || clientSecret === undefined) return untilDecided(paying, orderId, pollForMs);
  paying.onStage('paying');
  const error = await (cardId === null
    ? confirmNewCard(paying, fields, orderId, clientSecret)
    : fields.stripe.handleNextAction({ clientSecret }).then((done): ProviderError | undefined => done.error));
  if (!error) return untilDecided(paying, orderId, pollForMs);
  const message = wordsOf(error, pageCode()) ?? failed;
  if (isDeclined(error)) return { kind: 'declined', message };
  return untilDecided(paying, orderId, unclearForMs, message);
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

/** Without `unclear` the processor has said yes, and only paid or canceled count; with it, an order still open at the end was not paid. */
async function untilDecided({ call, signal, onStage }: Paying, orderId: string, forMs: number, unclear?: string): Promise<Outcome> {
  onStage('checking');
  const read = () => call(readPaymentStatus, { params: { id: orderId } });
  const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';
  const last = await pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal, forMs }).catch(outcomeOfLostCheck);
  if (last !== null && 'kind' in last) return last;
  if (last?.status === 'paid') return { kind: 'paid', orderId };
  // Where the processor has said yes, money may have moved after all; it then goes back by itself.
  if (last?.status === 'canceled')
    return { kind: unclear === undefined ? 'unclear' : 'declined', message: phrase('This order can no longer be paid') };
  if (unclear !== undefined && (last?.status === 'open' || last?.status === 'requires_action'))
    return { kind: 'declined', message: last.message ?? unclear };
  return { kind: 'checking', orderId };
}
