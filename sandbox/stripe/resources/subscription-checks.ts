/** Checks and conversions that creating and changing a subscription share. */
import type Stripe from 'stripe';
import { day } from '#sandbox/stripe/billing/calendar.ts';
import { inlinePrice } from '#sandbox/stripe/billing/prices.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import type { Call } from '#sandbox/stripe/world.ts';

/** A subscription can only renew with a card of its customer. */
export function checkMethod(call: Call, methodId: string | undefined, customerId: string): void {
  if (methodId === undefined || call.world.store.find('payment_method', methodId)?.customer === customerId)
    return;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

export function checkTrialEnd(trialEnd: number, now: number): number {
  if (trialEnd <= now)
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  if (trialEnd > now + 730 * day)
    throw invalidRequest('The trial end date has to be at most two years from now.', { param: 'trial_end' });
  return trialEnd;
}

type SentTrialSettings = {
  end_behavior: {
    missing_payment_method: 'cancel' | 'create_invoice' | 'pause';
    billing_cycle_anchor?: 'now' | 'unchanged' | undefined;
  };
};

export const toTrialSettings = ({
  end_behavior: sent,
}: SentTrialSettings): Stripe.Subscription.TrialSettings => ({
  end_behavior: {
    billing_cycle_anchor: sent.billing_cycle_anchor ?? null,
    missing_payment_method: sent.missing_payment_method,
  },
});

type PriceData = Parameters<typeof inlinePrice>[1];

/** `path` is that of the item. */
export function neededPrice(call: Call, data: PriceData | undefined, path: string): Stripe.Price {
  if (data === undefined)
    throw invalidRequest(`Missing required param: ${path}[price_data].`, {
      code: 'parameter_missing',
      param: `${path}[price_data]`,
    });
  return inlinePrice(call, data, `${path}[price_data]`);
}
