/**
 * `/v1/test_helpers/test_clocks`: a separate time for some customers. Advancing is asynchronous: an event
 * reports `ready`.
 */
import type Stripe from 'stripe';
import { advance, removeClock } from '#sandbox/stripe/billing/advancing.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, pageOf } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { integer, needed, type Schema, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { removeCustomer } from './customers.ts';

const retentionDays = 30;
const createParams = {
  ...expand,
  frozen_time: needed(integer({ least: 0 })),
  name: text(300),
} satisfies Schema & {
  [K in keyof Stripe.TestHelpers.TestClockCreateParams]?: unknown;
};

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    params: createParams,
    run: (call, values) => {
      const clock: Stripe.TestHelpers.TestClock = {
        id: stripeId('clock'),
        object: 'test_helpers.test_clock',
        created: nowSeconds(call.world),
        deletes_after: nowSeconds(call.world) + retentionDays * 86_400,
        frozen_time: values.frozen_time,
        livemode: false,
        name: values.name ?? null,
        status: 'ready',
        status_details: {},
      };
      call.world.store.insert('test_helpers.test_clock', clock, null);
      emit(call, 'test_helpers.test_clock.created', clock);
      return clock;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/test_helpers/test_clocks',
    params: pageOf,
    run: (call, values) => listOf(call, 'test_helpers.test_clock', '/v1/test_helpers/test_clocks', values),
  }),
  operation({
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/:id',
    params: expand,
    run: (call, _values, { id }) => findClock(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    params: { ...expand, frozen_time: needed(integer({ least: 0 })) },
    run: (call, values, { id }) => {
      const clock = findClock(call, id);
      if (clock.status !== 'ready')
        throw invalidRequest('Test clock advancement underway - cannot perform modifications.');
      return advance(call, clock, values.frozen_time);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/test_helpers/test_clocks/:id',
    params: {},
    run: (call, _values, { id }) => {
      removeClock(call, findClock(call, id), (customer) => removeCustomer(call, customer));
      return {
        id,
        object: 'test_helpers.test_clock',
        deleted: true,
      } satisfies Stripe.TestHelpers.DeletedTestClock;
    },
  }),
];

export function findClock(call: Call, id: string, param = 'id'): Stripe.TestHelpers.TestClock {
  const clock = call.world.store.find('test_helpers.test_clock', id);
  if (clock === null) throw noSuch('test_clock', id, param);
  return clock;
}
