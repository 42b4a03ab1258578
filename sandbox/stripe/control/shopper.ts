/** Actions of a customer in the browser and of a clerk in the dashboard, for tests without a browser. */
import { z } from 'zod';
import { completeChallenge } from '#sandbox/stripe/authenticating.ts';
import { openChallengeOf } from '#sandbox/stripe/challenges.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import type { Confirmation as Options } from '#sandbox/stripe/confirmation.ts';
import { ApiError, invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { createPaymentMethod } from '#sandbox/stripe/payment-methods.ts';
import { refundCharge } from '#sandbox/stripe/refunding.ts';
import { confirmSetup } from '#sandbox/stripe/setting-up.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export const Confirmation = z.strictObject({
  payment_intent: z.string().optional(),
  setup_intent: z.string().optional(),
  card: z.string().default('4242424242424242'),
  /** The name on the card, as typed. */
  name: z.string().optional(),
  /** What the shop's page sent with the card. */
  email: z.string().optional(),
  /** Completes the 3-D Secure challenge if there is one. Omitted: the intent stays in `requires_action`. */
  challenge: z.enum(['pass', 'fail']).optional(),
  return_url: z.url().optional(),
});

export const RefundOptions = z.strictObject({
  payment_intent: z.string(),
  amount: z.int().min(1).optional(),
});

/** A decline is a result here, not an error: see `status` and `decline_code`. */
export function confirm(call: Call, options: z.output<typeof Confirmation>): object {
  const { store } = call.world;
  const [kind, id] =
    options.setup_intent === undefined
      ? (['payment_intent', options.payment_intent ?? ''] as const)
      : (['setup_intent', options.setup_intent] as const);
  if (store.find(kind, id) === null) throw noSuch(kind, id);
  const declined = confirmWith(call, kind, id, options);
  const needsAction = store.get(kind, id).status === 'requires_action';
  if (needsAction && options.challenge !== undefined)
    completeChallenge(call.world, openChallengeOf(call.world, kind, id), options.challenge);
  const intent = store.get(kind, id);
  const last = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  return {
    id,
    status: intent.status,
    error_code: last?.code ?? null,
    decline_code: last?.decline_code ?? declined?.decline_code ?? null,
    message: last?.message ?? null,
  };
}

function confirmWith(
  call: Call,
  kind: 'payment_intent' | 'setup_intent',
  id: string,
  { card, name, email, return_url: returnUrl }: z.output<typeof Confirmation>,
) {
  const { store, database, nowMs } = call.world;
  return database.step(() => {
    try {
      const year = new Date(nowMs()).getUTCFullYear() + 2;
      const typed = {
        number: card,
        exp_month: 12,
        exp_year: year,
        cvc: card.startsWith('3') ? '1234' : '123',
      };
      const method = createPaymentMethod(call, {
        card: typed,
        billing: name === undefined && email === undefined ? undefined : { name, email },
      });
      const options: Options = {
        methodId: method.id,
        methodData: null,
        returnUrl: returnUrl ?? null,
        useStripeSdk: true,
        offSession: false,
        failOnAction: false,
      };
      if (kind === 'payment_intent') confirmPayment(call, store.get(kind, id), options);
      else confirmSetup(call, store.get(kind, id), options);
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.commitsChanges) return error.details;
      throw error;
    }
  });
}

/** A refund from the dashboard. The shop did not request it and learns of it by webhook. */
export function refund(call: Call, { payment_intent: id, amount }: z.output<typeof RefundOptions>): object {
  const { store, database } = call.world;
  return database.step(() => {
    const intent = store.find('payment_intent', id);
    if (intent === null) throw noSuch('payment_intent', id);
    const chargeId = idOf(intent.latest_charge);
    if (chargeId === null || intent.status !== 'succeeded')
      throw invalidRequest('This payment has no successful charge to refund.');
    return refundCharge(call, store.get('charge', chargeId), {
      amount: amount ?? null,
      reason: 'requested_by_customer',
      metadata: {},
    });
  });
}
