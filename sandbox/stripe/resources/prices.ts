/** `/v1/prices`: amount, currency, and interval. They never change; a new amount is a new price. */
import type Stripe from 'stripe';
import { createPrice, recurring, taxBehavior } from '#sandbox/stripe/billing/prices.ts';
import { currency } from '#sandbox/stripe/currencies.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import {
  emptyable,
  flag,
  group,
  integer,
  list,
  needed,
  oneOf,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { blank, findProduct } from './products.ts';

const createParams = {
  ...expand,
  active: flag,
  billing_scheme: oneOf(['per_unit']),
  currency: needed(currency),
  lookup_key: text(200),
  metadata,
  nickname: text(),
  product: text(),
  product_data: group({
    name: needed(text()),
    id: text(),
    active: flag,
    metadata,
    statement_descriptor: text(22),
    unit_label: text(),
  }),
  recurring,
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag,
  unit_amount: needed(integer({ least: 0, most: 99_999_999 })),
} satisfies Schema & { [K in keyof Stripe.PriceCreateParams]?: unknown };

const updateParams = {
  ...expand,
  active: flag,
  lookup_key: text(200),
  metadata,
  nickname: emptyable(text()),
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag,
} satisfies Schema & { [K in keyof Stripe.PriceUpdateParams]?: unknown };

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/prices',
    params: createParams,
    run: (call, values) => {
      const { product, product_data: data } = values;
      if ((product === undefined) === (data === undefined))
        throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
          param: 'product',
        });
      if (data !== undefined && data.id !== undefined && call.world.store.find('product', data.id) !== null)
        throw invalidRequest('Product already exists.', {
          code: 'resource_already_exists',
          param: 'product_data[id]',
        });
      freeLookupKey(call, values.lookup_key, values.transfer_lookup_key ?? false);
      return createPrice(call, {
        currency: values.currency,
        product:
          data === undefined ? findProduct(call, product ?? '', 'product').id : createProduct(call, data).id,
        unitAmount: values.unit_amount,
        recurring: values.recurring,
        active: values.active,
        nickname: values.nickname,
        lookupKey: values.lookup_key,
        taxBehavior: values.tax_behavior,
        metadata: mergeMetadata({}, values.metadata),
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/prices',
    params: {
      ...datedPageOf,
      active: flag,
      currency,
      lookup_keys: list(text()),
      product: text(),
      recurring: group({
        interval: oneOf(['day', 'week', 'month', 'year']),
        usage_type: oneOf(['licensed']),
      }),
      type: oneOf(['one_time', 'recurring']),
    },
    run: (call, values) => {
      const matches = ({ active, lookup_key: key, recurring: found }: Stripe.Price): boolean =>
        (values.active === undefined || active === values.active) &&
        (values.lookup_keys === undefined || values.lookup_keys.includes(key ?? '')) &&
        (values.recurring?.interval === undefined || found?.interval === values.recurring.interval);
      const { currency: code, product, type } = values;
      return listOf(
        call,
        'price',
        '/v1/prices',
        values,
        { currency: code, product, type },
        undefined,
        matches,
      );
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/prices/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/prices/:id',
    params: updateParams,
    run: (call, values, { id }) => {
      const before = find(call, id);
      if (values.lookup_key !== before.lookup_key)
        freeLookupKey(call, values.lookup_key, values.transfer_lookup_key ?? false);
      const after: Stripe.Price = {
        ...before,
        active: values.active ?? before.active,
        lookup_key: values.lookup_key ?? before.lookup_key,
        metadata: mergeMetadata(before.metadata, values.metadata),
        nickname: values.nickname === undefined ? before.nickname : values.nickname,
        tax_behavior: values.tax_behavior ?? before.tax_behavior,
      };
      call.world.store.save('price', after);
      emit(call, 'price.updated', after, changesBetween(before, after));
      return after;
    },
  }),
];

function find(call: Call, id: string): Stripe.Price {
  const price = call.world.store.find('price', id);
  if (price === null) throw noSuch('price', id);
  return price;
}

/** A lookup key belongs to one price at a time and moves only when the caller requests a transfer. */
function freeLookupKey(call: Call, key: string | undefined, transfers: boolean): void {
  if (key === undefined) return;
  const [holder] = call.world.store.list('price', { filters: { lookup_key: key }, limit: 1 });
  if (holder === undefined) return;
  if (!transfers)
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  call.world.store.save('price', { ...holder, lookup_key: null });
}

type ProductData = {
  name: string;
  id?: string | undefined;
  active?: boolean | undefined;
  metadata?: Record<string, string> | null | undefined;
  statement_descriptor?: string | undefined;
  unit_label?: string | undefined;
};

function createProduct(call: Call, data: ProductData): Stripe.Product {
  const product: Stripe.Product = {
    ...blank(call, data.id ?? stripeId('prod'), data.name),
    active: data.active ?? true,
    metadata: mergeMetadata({}, data.metadata),
    statement_descriptor: data.statement_descriptor ?? null,
    unit_label: data.unit_label ?? null,
  };
  call.world.store.insert('product', product, null);
  emit(call, 'product.created', product);
  return product;
}
