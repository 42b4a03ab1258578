/** `/v1/refunds`: refund all or part of a charge, read, annotate. `refunding.ts` applies refunds. */
import type Stripe from 'stripe';
import { expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { integer, oneOf, type Schema, text } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { refundCharge } from '#sandbox/stripe/refunding.ts';
import type { Call } from '#sandbox/stripe/world.ts';

const createParams = {
  ...expand,
  amount: integer({ least: 1 }),
  charge: text(),
  payment_intent: text(),
  metadata,
  reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
} satisfies Schema & { [K in keyof Stripe.RefundCreateParams]?: unknown };

const refunds = resource('refund', '/v1/refunds');

export const operations = [
  refunds.create(createParams, (call, values) =>
    refundCharge(call, chargeToRefund(call, values), {
      amount: values.amount ?? null,
      reason: values.reason ?? null,
      metadata: mergeMetadata({}, values.metadata),
    }),
  ),
  refunds.list(['charge', 'payment_intent']),
  refunds.read(),
  refunds.update('refund.updated', { ...expand, metadata }, (_call, before, values) => ({
    ...before,
    metadata: mergeMetadata(before.metadata, values.metadata),
  })),
];

function chargeToRefund(
  call: Call,
  named: { charge?: string | undefined; payment_intent?: string | undefined },
): Stripe.Charge {
  const { store } = call.world;
  if (named.charge === undefined && named.payment_intent === undefined) {
    throw invalidRequest('One of charge or payment_intent is needed.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  if (named.charge !== undefined && named.payment_intent !== undefined)
    throw invalidRequest('Send either charge or payment_intent, not both.', { param: 'charge' });
  if (named.charge !== undefined) {
    const charge = store.find('charge', named.charge);
    if (charge === null) throw noSuch('charge', named.charge, 'charge');
    return charge;
  }
  const intentId = named.payment_intent ?? '';
  const intent = store.find('payment_intent', intentId);
  if (intent === null) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = typeof intent.latest_charge === 'string' ? store.find('charge', intent.latest_charge) : null;
  if (charge === null || charge.status !== 'succeeded') {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    });
  }
  return charge;
}
