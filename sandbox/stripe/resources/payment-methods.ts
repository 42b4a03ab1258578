/** `/v1/payment_methods`: cards. A browser with the publishable key may create one, and nothing else. */
import type Stripe from 'stripe';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import {
  billingDetails,
  expand,
  mergeMetadata,
  metadata,
  pageOf,
} from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { group, integer, needed, oneOf, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import * as customers from './customers.ts';
import { typedCard } from './intent-parameters.ts';

const redisplays = ['always', 'limited', 'unspecified'] as const;

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
  operation({
    method: 'GET',
    path: '/v1/payment_methods',
    params: { ...pageOf, customer: text(), type: oneOf(['card']), allow_redisplay: oneOf(redisplays) },
    run: (call, values) => {
      if (values.customer !== undefined) customers.find(call, values.customer, 'customer');
      return listOf(call, 'payment_method', '/v1/payment_methods', values, {
        customer: values.customer,
        type: values.type,
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: {
      ...expand,
      allow_redisplay: oneOf(redisplays),
      billing_details: billingDetails,
      metadata,
      card: group({
        exp_month: integer({ least: 1, most: 12 }),
        exp_year: integer({ least: 2_000, most: 2_100 }),
      }),
    },
    run: (call, values, { id }) => {
      const before = find(call, id);
      const { address, ...details } = values.billing_details ?? {};
      const sent = Object.fromEntries(
        Object.entries(details).filter(([, value]) => value !== undefined),
      ) as Partial<Stripe.PaymentMethod.BillingDetails>;
      const after: Stripe.PaymentMethod = {
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
      call.world.store.save('payment_method', after);
      emit(call, 'payment_method.updated', after, changesBetween(before, after));
      return after;
    },
  }),
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
  operation({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: expand,
    run: (call, _values, { id }) => methods.detach(call, find(call, id)),
  }),
];

function find(call: Call, id: string): Stripe.PaymentMethod {
  const method = call.world.store.find('payment_method', id);
  if (method === null) throw noSuch('PaymentMethod', id, 'payment_method', 404);
  return method;
}
