/**
 * Buys a booster like any card purchase: place the order under the attempt's key, let the processor confirm
 * it, then ask our server.
 */
import { purchaseBooster } from '#contract/boosters.ts';
import { afterDecline, attemptFor } from '#web/features/checkout/purchase/attempt.ts';
import { billingDetailsOf } from '#web/features/checkout/purchase/content.ts';
import type { Outcome } from '#web/features/checkout/purchase/outcome.ts';
import { pay, type Paying, repeated } from '#web/features/checkout/purchase/pay.ts';
import { type BrowserStorage, readItem, writeItem } from '#web/local-storage.ts';
import type { Booster } from './booster.ts';

type Buying = Pick<Paying, 'call' | 'paymentMethod' | 'billing' | 'signal' | 'onStage'> & {
  storage: BrowserStorage | null;
  booster: Booster;
};

type Attempt = Parameters<typeof afterDecline>[0];

const attemptItem = 'stateside.boosterAttempt';
/** The specification's text. */
const failed = 'Payment failed';

/**
 * The server treats the same request without a key as a repeat for this long. After that it is a new
 * purchase.
 */
const repeatWithinMs = 10 * 60_000;

/**
 * Shared across reloads and tabs. A purchase with an unknown outcome is checked again instead of repeated.
 */
function lastAttempt(storage: BrowserStorage | null): Attempt | null {
  const [key = '', fingerprint = '', at = ''] = (readItem(storage, attemptItem) ?? '').split(' ');
  const isExpired = !(Math.abs(Date.now() - Number(at)) < repeatWithinMs);
  return isExpired || !/^[\w-]{16,64}$/.test(key) ? null : { key, fingerprint, orderId: null, isPaid: false };
}
const note = (storage: BrowserStorage | null, attempt: Attempt | null): void =>
  void writeItem(
    storage,
    attemptItem,
    attempt === null ? null : `${attempt.key} ${attempt.fingerprint} ${Date.now()}`,
  );

export async function buyBooster({ storage, booster, ...paying }: Buying): Promise<Outcome> {
  const { call, billing, paymentMethod } = paying;
  const content = {
    boosterIds: [booster.id],
    expectedTotal: booster.price,
    billingDetails: billingDetailsOf(billing),
  };
  const attempt = attemptFor(lastAttempt(storage), content);
  const body = {
    ...content,
    ...(paymentMethod.cardId === null ? {} : { paymentMethodId: paymentMethod.cardId }),
  };
  const outcome = await pay({
    ...paying,
    successPage: `/booster-checkout?boosterId=${booster.id}`,
    failed,
    place: (timeUp) => {
      note(storage, attempt);
      return repeated(
        () => call(purchaseBooster, { headers: { 'idempotency-key': attempt.key }, body }),
        timeUp,
      );
    },
    onCardDeclined: () => note(storage, afterDecline(attempt)),
  });
  if (outcome.kind === 'paid') note(storage, null);
  return outcome;
}

/** After payment, the same request buys another booster. */
export const clearAttempt = (storage: BrowserStorage | null): void => note(storage, null);
