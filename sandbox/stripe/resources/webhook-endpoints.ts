/** `/v1/webhook_endpoints`: receivers of events. The signing secret is returned only once, on creation. */
import type Stripe from 'stripe';
import {
  expand,
  mergeMetadata,
  metadata,
  pageOf,
  webAddress,
} from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { emptyable, type Field, flag, list, needed, oneOf, text } from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
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

const createParams = {
  ...expand,
  url: needed(webAddress),
  enabled_events: needed(list(eventName)),
  api_version: oneOf([apiVersion]),
  connect: flag,
  description: emptyable(text()),
  metadata,
};

const endpoints = resource('webhook_endpoint', '/v1/webhook_endpoints');

export const operations = [
  endpoints.create(createParams, (call, values) => {
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
  }),
  endpoints.list([], pageOf),
];

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
