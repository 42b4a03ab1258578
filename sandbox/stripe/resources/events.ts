/** `/v1/events`: newest first. `pending_webhooks` is counted on read. */
import type Stripe from 'stripe';
import { datedPageOf } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, list, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import type { Call } from '#sandbox/stripe/world.ts';

const counted = (call: Call, event: Stripe.Event): Stripe.Event => ({
  ...event,
  pending_webhooks: call.world.webhooks.pendingFor(event.id),
});

export const operations = [
  operation({
    method: 'GET',
    path: '/v1/events',
    params: { ...datedPageOf, type: text(), types: list(text()), delivery_success: flag },
    run: (call, values) => {
      if (values.type !== undefined && values.types !== undefined)
        throw invalidRequest('Send either type or types, not both.', { param: 'types' });
      if (values.delivery_success !== undefined)
        throw invalidRequest('This sandbox cannot narrow events by delivery_success.', {
          param: 'delivery_success',
        });
      const among = values.types === undefined ? undefined : { field: 'type', values: values.types };
      const page = listOf(call, 'event', '/v1/events', values, { type: values.type }, among);
      return { ...page, data: page.data.map((event) => counted(call, event)) };
    },
  }),
];
