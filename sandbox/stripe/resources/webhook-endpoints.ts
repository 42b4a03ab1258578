/** `/v1/webhook_endpoints`: receivers of events. The signing secret is returned only once, on creation. */
import type Stripe from 'stripe';
import {
  expand,
  mergeMetadata,
  metadata,
  pageOf,
  webAddress,
} from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { emptyable, type Field, flag, list, needed, oneOf, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { randomText, stripeId } from '#sandbox/stripe/ids.ts';
import { apiVersion, type Call, nowSeconds } from '#sandbox/stripe/world.ts';

const eventName: Field<string> = {
  read: (raw, path) => {
    const value = text().read(raw, path);
    if (value !== '*' && !/^[a-z_0-9]+(\.[a-z_0-9]+)+$/.test(value))
      throw invalidRequest(`Invalid ${path}: '${value}' is not the name of an event.`, { param: path });
    return value;
  },
};

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: {
      ...expand,
      url: needed(webAddress),
      enabled_events: needed(list(eventName)),
      api_version: oneOf([apiVersion]),
      connect: flag,
      description: emptyable(text()),
      metadata,
    },
    run: (call, values) => {
      const secret = `whsec_${randomText(32)}`;
      const endpoint = createEndpoint(call, {
        url: values.url,
        secret,
        enabledEvents: values.enabled_events,
        description: values.description ?? null,
        metadata: mergeMetadata({}, values.metadata),
        version: values.api_version ?? null,
      });
      return { ...endpoint, secret };
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: pageOf,
    run: (call, values) => listOf(call, 'webhook_endpoint', '/v1/webhook_endpoints', values),
  }),
  operation({
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: {
      ...expand,
      url: webAddress,
      enabled_events: list(eventName),
      disabled: flag,
      description: emptyable(text()),
      metadata,
    },
    run: (call, values, { id }) => {
      const endpoint = find(call, id);
      return call.world.store.save('webhook_endpoint', {
        ...endpoint,
        url: values.url ?? endpoint.url,
        enabled_events: values.enabled_events ?? endpoint.enabled_events,
        description: values.description === undefined ? endpoint.description : values.description,
        metadata: mergeMetadata(endpoint.metadata, values.metadata),
        status: values.disabled === undefined ? endpoint.status : values.disabled ? 'disabled' : 'enabled',
      });
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: {},
    run: (call, _values, { id }) => {
      find(call, id);
      call.world.store.remove('webhook_endpoint', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
];

function find(call: Call, id: string): Stripe.WebhookEndpoint {
  const endpoint = call.world.store.find('webhook_endpoint', id);
  if (endpoint === null) throw noSuch('webhook endpoint', id, 'webhook_endpoint', 404);
  return endpoint;
}

type Options = {
  url: string;
  secret: string;
  enabledEvents: string[];
  description: string | null;
  metadata: Record<string, string>;
  version: string | null;
};

export function createEndpoint(call: Call, options: Options): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: stripeId('we'),
    object: 'webhook_endpoint',
    api_version: options.version,
    application: null,
    created: nowSeconds(call.world),
    description: options.description,
    enabled_events: options.enabledEvents,
    livemode: false,
    metadata: options.metadata,
    status: 'enabled',
    url: options.url,
  };
  return call.world.store.insert('webhook_endpoint', endpoint, { secret: options.secret });
}
