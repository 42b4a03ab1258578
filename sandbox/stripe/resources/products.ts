/** `/v1/products`: what is sold. A product with a price can be archived but not deleted. */
import type Stripe from 'stripe';
import { createPrice, recurring, taxBehavior } from '#sandbox/stripe/billing/prices.ts';
import { currency } from '#sandbox/stripe/currencies.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import {
  datedPageOf,
  expand,
  mergeMetadata,
  metadata,
  webAddress,
} from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import {
  emptyable,
  flag,
  group,
  integer,
  list,
  needed,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';

const createParams = {
  ...expand,
  active: flag,
  default_price_data: group({
    currency: needed(currency),
    unit_amount: needed(integer({ least: 0, most: 99_999_999 })),
    recurring,
    tax_behavior: taxBehavior,
    metadata,
  }),
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

const updateParams = {
  ...expand,
  active: flag,
  default_price: text(),
  description: emptyable(text()),
  images: emptyable(list(text())),
  marketing_features: emptyable(list(group({ name: needed(text(80)) }))),
  metadata,
  name: text(),
  shippable: flag,
  statement_descriptor: text(22),
  unit_label: emptyable(text()),
  url: emptyable(webAddress),
} satisfies Schema & { [K in keyof Stripe.ProductUpdateParams]?: unknown };

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/products',
    params: createParams,
    run: (call, values) => {
      const { store } = call.world;
      if (
        values.id !== undefined &&
        (store.find('product', values.id) !== null || store.wasRemoved('product', values.id))
      )
        throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
      const product: Stripe.Product = {
        ...blank(call, values.id ?? stripeId('prod'), values.name),
        active: values.active ?? true,
        description: values.description ?? null,
        images: values.images ?? [],
        marketing_features: values.marketing_features ?? [],
        metadata: mergeMetadata({}, values.metadata),
        shippable: values.shippable ?? null,
        statement_descriptor: values.statement_descriptor ?? null,
        unit_label: values.unit_label ?? null,
        url: values.url ?? null,
      };
      store.insert('product', product, null);
      const sent = values.default_price_data;
      if (sent !== undefined) {
        const options = {
          currency: sent.currency,
          product: product.id,
          unitAmount: sent.unit_amount,
          recurring: sent.recurring,
        };
        const price = createPrice(call, {
          ...options,
          taxBehavior: sent.tax_behavior,
          metadata: mergeMetadata({}, sent.metadata),
        });
        store.save('product', { ...product, default_price: price.id });
      }
      const created = store.get('product', product.id);
      emit(call, 'product.created', created);
      return created;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/products',
    params: { ...datedPageOf, active: flag, ids: list(text()), url: text() },
    run: (call, values) => {
      const matches = (product: Stripe.Product): boolean =>
        (values.active === undefined || product.active === values.active) &&
        (values.ids === undefined || values.ids.includes(product.id)) &&
        (values.url === undefined || product.url === values.url);
      return listOf(call, 'product', '/v1/products', values, {}, undefined, matches);
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/products/:id',
    params: expand,
    run: (call, _values, { id }) => findProduct(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/products/:id',
    params: updateParams,
    run: (call, values, { id }) => {
      const before = findProduct(call, id);
      const { default_price: price } = values;
      if (price !== undefined && call.world.store.find('price', price)?.product !== id)
        throw invalidRequest(`The price ${price} does not belong to the product ${id}.`, {
          param: 'default_price',
        });
      const {
        expand: _expand,
        metadata: sentMetadata,
        images,
        marketing_features: features,
        ...fields
      } = values;
      const sent = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      ) as Partial<Stripe.Product>;
      const after: Stripe.Product = {
        ...before,
        ...sent,
        images: images === undefined ? before.images : (images ?? []),
        marketing_features: features === undefined ? before.marketing_features : (features ?? []),
        metadata: mergeMetadata(before.metadata, sentMetadata),
        updated: nowSeconds(call.world),
      };
      call.world.store.save('product', after);
      emit(call, 'product.updated', after, changesBetween(before, after));
      return after;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/products/:id',
    params: {},
    run: (call, _values, { id }) => {
      const product = findProduct(call, id);
      if (call.world.store.list('price', { filters: { product: id }, limit: 1 }).length > 0)
        throw invalidRequest(
          'This product cannot be deleted because it has one or more user-created prices.',
        );
      call.world.store.remove('product', id);
      emit(call, 'product.deleted', product);
      return { id, object: 'product', deleted: true } satisfies Stripe.DeletedProduct;
    },
  }),
];

export function findProduct(call: Call, id: string, param = 'id'): Stripe.Product {
  const product = call.world.store.find('product', id);
  if (product === null) throw noSuch('product', id, param);
  return product;
}

export const blank = (call: Call, id: string, name: string): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created: nowSeconds(call.world),
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: nowSeconds(call.world),
  url: null,
});
