/** `/v1/payment_methods`: cards. A browser with the publishable key may create one, and nothing else. */
import type Stripe from 'stripe';
import { billingDetails, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { group, integer, needed, oneOf, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { typedCard } from './intent-parameters.ts';

const redisplays = ['always', 'limited', 'unspecified'] as const;

const updateParams = {
  ...expand,
  allow_redisplay: oneOf(redisplays),
  billing_details: billingDetails,
  metadata,
  card: group({
    exp_month: integer({ least: 1, most: 12 }),
    exp_year: integer({ least: 2_000, most: 2_100 }),
  }),
};

const stored = resource('payment_method', '/v1/payment_methods', {
  words: 'PaymentMethod',
  param: 'payment_method',
});

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/payment_methods',
    access: 'anyone',
    params: {
      ...expand,
      type: needed(oneOf(['card'])),
      card: typedCard,
      billing_details: billingDetails,
      metadata,
      allow_redisplay: oneOf(redisplays),
    },
    run: (call, values) =>
      methods.createPaymentMethod(call, {
        card: values.card,
        billing: values.billing_details,
        metadata: mergeMetadata({}, values.metadata),
        allowRedisplay: values.allow_redisplay,
      }),
  }),
  stored.read(),
  stored.update('payment_method.updated', updateParams, change),
  operation({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: { ...expand, customer: needed(text()) },
    run: (call, values, { id }) => {
      customers.find(call, values.customer, 'customer');
      return methods.attach(call, methods.findPaymentMethod(call, id, 'id'), values.customer, {
        verify: true,
      });
    },
  }),
  stored.on('POST', 'detach', expand, methods.detach),
];

function change(
  _call: Call,
  before: Stripe.PaymentMethod,
  values: Values<typeof updateParams>,
): Stripe.PaymentMethod {
  const { address, ...details } = values.billing_details ?? {};
  const sent = Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as Partial<Stripe.PaymentMethod.BillingDetails>;
  return {
    ...before,
    allow_redisplay: values.allow_redisplay ?? before.allow_redisplay ?? 'unspecified',
    billing_details: {
      ...before.billing_details,
      ...sent,
      ...(address === undefined ? {} : { address: methods.toAddress(address) }),
    },
    metadata: mergeMetadata(before.metadata, values.metadata),
    ...(before.card === undefined
      ? {}
      : {
          card: {
            ...before.card,
            exp_month: values.card?.exp_month ?? before.card.exp_month,
            exp_year: values.card?.exp_year ?? before.card.exp_year,
          },
        }),
  };
}
