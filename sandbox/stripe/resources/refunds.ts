/** `/v1/refunds`: refund all or part of a charge, read, annotate. `refunding.ts` applies refunds. */
import type Stripe from 'stripe';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { integer, oneOf, type Schema, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
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

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/refunds',
    params: createParams,
    run: (call, values) =>
      refundCharge(call, chargeToRefund(call, values), {
        amount: values.amount ?? null,
        reason: values.reason ?? null,
        metadata: mergeMetadata({}, values.metadata),
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/refunds',
    params: { ...datedPageOf, charge: text(), payment_intent: text() },
    run: (call, values) =>
      listOf(call, 'refund', '/v1/refunds', values, {
        charge: values.charge,
        payment_intent: values.payment_intent,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/refunds/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/refunds/:id',
    params: { ...expand, metadata },
    run: (call, values, { id }) => {
      const before = find(call, id);
      const after: Stripe.Refund = { ...before, metadata: mergeMetadata(before.metadata, values.metadata) };
      call.world.store.save('refund', after);
      emit(call, 'refund.updated', after, changesBetween(before, after));
      return after;
    },
  }),
];

function find(call: Call, id: string): Stripe.Refund {
  const refund = call.world.store.find('refund', id);
  if (refund === null) throw noSuch('refund', id);
  return refund;
}

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
  if (charge === null || charge.status !== 'succeeded' || !charge.captured) {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    });
  }
  return charge;
}
