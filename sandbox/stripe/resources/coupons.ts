/**
 * `/v1/coupons`: percentage or amount off, once, for some months, or forever. `billing/discounts.ts` applies
 * them.
 */
import type Stripe from 'stripe';
import { currency } from '#sandbox/stripe/currencies.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand, mergeMetadata, metadata } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import {
  type Field,
  group,
  integer,
  list,
  oneOf,
  type Schema,
  text,
} from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { findProduct } from './products.ts';

/** Greater than 0, at most 100, with at most two decimals. */
const percent: Field<number> = {
  read: (raw, path) => {
    const value = Number(text().read(raw, path));
    if (!(value > 0 && value <= 100))
      throw invalidRequest('Invalid percent_off: must be greater than 0 and at most 100.', { param: path });
    return Math.round(value * 100) / 100;
  },
};

const createParams = {
  ...expand,
  amount_off: integer({ least: 1, most: 99_999_999 }),
  applies_to: group({ products: list(text()) }),
  currency,
  duration: oneOf(['forever', 'once', 'repeating']),
  duration_in_months: integer({ least: 1, most: 60 }),
  id: text(200),
  max_redemptions: integer({ least: 1 }),
  metadata,
  name: text(40),
  percent_off: percent,
  redeem_by: integer({ least: 0 }),
} satisfies Schema & { [K in keyof Stripe.CouponCreateParams]?: unknown };

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/coupons',
    params: createParams,
    run: (call, values) => {
      const {
        amount_off: amount,
        percent_off: off,
        duration = 'once',
        duration_in_months: months,
        id = randomText(8),
      } = values;
      if ((amount === undefined) === (off === undefined))
        throw invalidRequest(
          'You must pass exactly one of `percent_off` or `amount_off` when creating a coupon.',
          {
            param: 'percent_off',
          },
        );
      if (amount !== undefined && values.currency === undefined)
        throw invalidRequest('Missing required param: currency.', {
          code: 'parameter_missing',
          param: 'currency',
        });
      if ((duration === 'repeating') !== (months !== undefined))
        throw invalidRequest('`duration_in_months` goes together with `duration=repeating`.', {
          param: 'duration_in_months',
        });
      if (call.world.store.find('coupon', id) !== null)
        throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
      for (const product of values.applies_to?.products ?? [])
        findProduct(call, product, 'applies_to[products]');
      const coupon: Stripe.Coupon = {
        id,
        object: 'coupon',
        amount_off: amount ?? null,
        created: nowSeconds(call.world),
        currency: amount === undefined ? null : (values.currency ?? null),
        duration,
        duration_in_months: months ?? null,
        livemode: false,
        max_redemptions: values.max_redemptions ?? null,
        metadata: mergeMetadata({}, values.metadata),
        name: values.name ?? null,
        percent_off: off ?? null,
        redeem_by: values.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      };
      call.world.store.insert('coupon', coupon, { products: values.applies_to?.products ?? null });
      emit(call, 'coupon.created', coupon);
      return coupon;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/coupons',
    params: datedPageOf,
    run: (call, values) => listOf(call, 'coupon', '/v1/coupons', values),
  }),
  operation({
    method: 'GET',
    path: '/v1/coupons/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/coupons/:id',
    params: { ...expand, metadata, name: text(40) },
    run: (call, values, { id }) => {
      const before = find(call, id);
      const after = {
        ...before,
        name: values.name ?? before.name,
        metadata: mergeMetadata(before.metadata, values.metadata),
      };
      call.world.store.save('coupon', after);
      emit(call, 'coupon.updated', after, changesBetween(before, after));
      return after;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/coupons/:id',
    params: {},
    run: (call, _values, { id }) => {
      const coupon = find(call, id);
      call.world.store.remove('coupon', id);
      emit(call, 'coupon.deleted', coupon);
      return { id, object: 'coupon', deleted: true } satisfies Stripe.DeletedCoupon;
    },
  }),
];

function find(call: Call, id: string): Stripe.Coupon {
  const coupon = call.world.store.find('coupon', id);
  if (coupon === null) throw noSuch('coupon', id);
  return coupon;
}
