/**
 * `/v1/charges`: read and annotate. Payment intents create charges; creating one directly is not supported.
 */
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import {
  datedPageOf,
  expand,
  mergeMetadata,
  metadata,
  pageOf,
} from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export const operations = [
  operation({
    method: 'GET',
    path: '/v1/charges',
    params: { ...datedPageOf, customer: text(), payment_intent: text() },
    run: (call, values) =>
      listOf(call, 'charge', '/v1/charges', values, {
        customer: values.customer,
        payment_intent: values.payment_intent,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/charges/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/charges/:id',
    params: { ...expand, description: text(), metadata },
    run: (call, values, { id }) => {
      const before = find(call, id);
      const after = {
        ...before,
        description: values.description ?? before.description,
        metadata: mergeMetadata(before.metadata, values.metadata),
      };
      call.world.store.save('charge', after);
      emit(call, 'charge.updated', after, changesBetween(before, after));
      return after;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/charges/:id/refunds',
    params: pageOf,
    run: (call, values, { id }) =>
      listOf(call, 'refund', `/v1/charges/${id}/refunds`, values, { charge: find(call, id).id }),
  }),
];

function find(call: Call, id: string) {
  const charge = call.world.store.find('charge', id);
  if (charge === null) throw noSuch('charge', id);
  return charge;
}
