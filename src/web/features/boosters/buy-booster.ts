/** Buying a booster, as any purchase by card: place the order under the attempt's key, let the processor finish it, ask our server. */
import { purchaseBooster } from '#contract/boosters.ts';
import type { Client } from '#contract/client.ts';
import type { BillingDraft } from '#web/features/cart/slice.ts';
import { afterDecline, attemptFor } from '#web/features/checkout/purchase/attempt.ts';
import { inTime, tooLate } from '#web/features/checkout/purchase/buy.ts';
import { checkFields, finishPayment, type Stage } from '#web/features/checkout/purchase/finish-payment.ts';
import { type Outcome, outcomeOfRefusal, outcomeOfSavedCard } from '#web/features/checkout/purchase/outcome.ts';
import type { PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import { wait } from '#web/features/checkout/purchase/payment-status.ts';
import { placeOrder } from '#web/features/checkout/purchase/place-order.ts';
import { type BrowserStorage, readItem, writeItem } from '#web/local-storage.ts';
import type { Booster } from './booster.ts';

type Buying = {
  call: Client;
  storage: BrowserStorage | null;
  booster: Booster;
  paymentMethod: PaymentMethodChoice;
  billing: BillingDraft;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
};

type Attempt = Parameters<typeof afterDecline>[0];

const attemptItem = 'stateside.boosterAttempt';
const placeForMs = 55_000;
/** The specification's words. */
const failed = 'Payment failed';

/** As long as our server takes the same request without a key for a repeat. After that the same is another booster. */
const repeatWithinMs = 10 * 60_000;

/** Over reloads and in all tabs, so that a purchase of which nobody knows how it ended is asked for again and not made again. */
function lastAttempt(storage: BrowserStorage | null): Attempt | null {
  const [key = '', fingerprint = '', at = ''] = (readItem(storage, attemptItem) ?? '').split(' ');
  const isOver = !(Math.abs(Date.now() - Number(at)) < repeatWithinMs);
  return isOver || !/^[\w-]{16,64}$/.test(key) ? null : { key, fingerprint, orderId: null, isPaid: false };
}
const note = (storage: BrowserStorage | null, attempt: Attempt | null): void =>
  void writeItem(storage, attemptItem, attempt === null ? null : `${attempt.key} ${attempt.fingerprint} ${Date.now()}`);

export async function buyBooster({ call, storage, booster, paymentMethod, billing, signal, onStage }: Buying): Promise<Outcome> {
  const wrongFields = await checkFields(paymentMethod);
  if (wrongFields !== null) return wrongFields;
  const content = {
    boosterIds: [booster.id],
    expectedTotal: booster.price,
    billingDetails: {
      firstName: billing.firstName,
      lastName: billing.lastName,
      email: billing.email,
      phone: billing.phoneNumber,
      addressLine1: billing.address,
      country: billing.country,
      ...(billing.company ? { company: billing.company } : {}),
      ...(billing.taxNumber ? { taxNumber: billing.taxNumber } : {}),
    },
  };
  const attempt = attemptFor(lastAttempt(storage), content);
  note(storage, attempt);
  const { cardId } = paymentMethod;
  const body = { ...content, ...(cardId === null ? {} : { paymentMethodId: cardId }) };
  const send = () => call(purchaseBooster, { headers: { 'idempotency-key': attempt.key }, body });
  const isSavedCard = cardId !== null;
  onStage(isSavedCard ? 'paying' : 'placing');
  const placed = await inTime((timeUp) => placeOrder(send, wait, timeUp), placeForMs).catch(
    isSavedCard ? outcomeOfSavedCard : outcomeOfRefusal,
  );
  if (!('kind' in placed)) {
    const successPage = `/booster-checkout?boosterId=${booster.id}` as const;
    const outcome = await finishPayment({ call, paymentMethod, payer: billing, signal, onStage, successPage, failed }, placed);
    if (outcome.kind === 'paid') note(storage, null);
    return outcome;
  }
  if (isSavedCard && placed.kind === 'declined') note(storage, afterDecline(attempt));
  return isSavedCard && placed.kind === 'refused' && placed.message === tooLate ? { kind: 'unclear', message: tooLate } : placed;
}

/** Paid: the same again is another booster. */
export const forgetAttempt = (storage: BrowserStorage | null): void => note(storage, null);
