/** `/v1/products`: what is sold, created once and named in the prices of subscriptions. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { expand, mergeMetadata, metadata, webAddress } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import {
  flag,
  group,
  list,
  needed,
  type Schema,
  text,
  type Values,
} from '#sandbox/stripe/http/parameters.ts';
import { resource } from '#sandbox/stripe/http/resource.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';

const createParams = {
  ...expand,
  active: flag,
  description: text(),
  id: text(),
  images: list(text()),
  marketing_features: list(group({ name: needed(text(80)) })),
  metadata,
  name: needed(text()),
  shippable: flag,
  statement_descriptor: text(22),
  unit_label: text(),
  url: webAddress,
} satisfies Schema & { [K in keyof Stripe.ProductCreateParams]?: unknown };

export const operations = [resource('product', '/v1/products').create(createParams, create)];

function create(call: Call, values: Values<typeof createParams>): Stripe.Product {
  const { store } = call.world;
  if (values.id !== undefined && store.find('product', values.id) !== null)
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  const now = nowSeconds(call.world);
  const product: Stripe.Product = {
    id: values.id ?? stripeId('prod'),
    object: 'product',
    active: values.active ?? true,
    created: now,
    default_price: null,
    description: values.description ?? null,
    images: values.images ?? [],
    livemode: false,
    marketing_features: values.marketing_features ?? [],
    metadata: mergeMetadata({}, values.metadata),
    name: values.name,
    package_dimensions: null,
    shippable: values.shippable ?? null,
    statement_descriptor: values.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: values.unit_label ?? null,
    updated: now,
    url: values.url ?? null,
  };
  store.insert('product', product, null);
  emit(call, 'product.created', product);
  return product;
}
