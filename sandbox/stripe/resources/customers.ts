/** `/v1/customers`: people with saved cards. A deleted customer is still returned, as a tombstone. */
import type Stripe from 'stripe';
import { end, hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import {
  address,
  datedPageOf,
  expand,
  mergeMetadata,
  metadata,
  pageOf,
  phoneAtMost,
  shipping,
} from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import {
  emptyable,
  type Field,
  group,
  integer,
  list,
  oneOf,
  type Schema,
  text,
  type Values,
} from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';
import { idOf, randomText, stripeId } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { toShipping } from './intent-parameters.ts';

const email: Field<string> = {
  read: (raw, path) => {
    const value = text(512).read(raw, path);
    if (!/^[^\s@]+@[^\s@]+$/.test(value))
      throw invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', param: path });
    return value;
  },
};

const params = {
  ...expand,
  address: emptyable(address),
  description: emptyable(text()),
  email: emptyable(email),
  invoice_settings: group({ default_payment_method: text() }),
  metadata,
  name: emptyable(text(256)),
  phone: emptyable(text(phoneAtMost)),
  preferred_locales: list(text()),
  shipping: emptyable(shipping),
  tax_exempt: emptyable(oneOf(['exempt', 'none', 'reverse'])),
} satisfies Schema & {
  [K in keyof Stripe.CustomerCreateParams & keyof Stripe.CustomerUpdateParams]?: unknown;
};

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/customers',
    params: {
      ...params,
      balance: integer(),
      invoice_prefix: text(12),
      next_invoice_sequence: integer({ least: 1 }),
      payment_method: text(),
      test_clock: text(),
    },
    run: (caller, values) => {
      const clock =
        values.test_clock === undefined
          ? null
          : caller.world.store.find('test_helpers.test_clock', values.test_clock);
      if (values.test_clock !== undefined && clock === null)
        throw noSuch('test_clock', values.test_clock, 'test_clock');
      const call = onClock(caller, clock?.id ?? null);
      const fresh = blank(call);
      const customer = change(
        call,
        {
          ...fresh,
          balance: values.balance ?? 0,
          invoice_prefix: values.invoice_prefix ?? fresh.invoice_prefix,
          next_invoice_sequence: values.next_invoice_sequence ?? 1,
          test_clock: clock?.id ?? null,
        },
        values,
      );
      call.world.store.insert('customer', customer, null);
      emit(call, 'customer.created', customer);
      if (values.payment_method !== undefined) {
        methods.attach(call, methods.findPaymentMethod(call, values.payment_method), customer.id, {
          verify: true,
        });
      }
      return customer;
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/customers',
    params: { ...datedPageOf, email: text(), test_clock: text() },
    run: (call, values) =>
      listOf(call, 'customer', '/v1/customers', values, {
        email: values.email,
        test_clock: values.test_clock,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/customers/:id',
    params: expand,
    run: (call, _values, { id }) =>
      call.world.store.wasRemoved('customer', id) ? tombstone(id) : find(call, id),
  }),
  operation({
    method: 'POST',
    path: '/v1/customers/:id',
    params,
    run: (call, values, { id }) => {
      const before = find(call, id);
      const after = call.world.store.save('customer', change(call, before, values));
      emit(call, 'customer.updated', after, changesBetween(before, after));
      return after;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: {},
    run: (call, _values, { id }) => {
      removeCustomer(call, id);
      return tombstone(id);
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: {
      ...pageOf,
      type: oneOf(['card']),
      allow_redisplay: oneOf(['always', 'limited', 'unspecified']),
    },
    run: (call, values, { id }) => {
      find(call, id);
      return listOf(call, 'payment_method', `/v1/customers/${id}/payment_methods`, values, {
        customer: id,
        type: values.type,
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods/:method',
    params: expand,
    run: (call, _values, { id, method: methodId }) => {
      find(call, id);
      const method = call.world.store.find('payment_method', methodId);
      if (method?.customer !== id) throw noSuch('PaymentMethod', methodId, 'payment_method', 404);
      return method;
    },
  }),
];

const tombstone = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true });

export function find(call: Call, id: string, param = 'id'): Stripe.Customer {
  const customer = call.world.store.find('customer', id);
  if (customer === null) throw noSuch('customer', id, param);
  return customer;
}

/** Deleting a customer ends its subscriptions and makes its cards unusable. */
export function removeCustomer(caller: Call, id: string): void {
  const customer = find(caller, id);
  const call = onClock(caller, idOf(customer.test_clock));
  const { store } = call.world;
  for (const subscription of store.list('subscription', { filters: { customer: id }, limit: 1_000 }))
    if (!hasEnded(subscription)) end(call, subscription, { reason: 'cancellation_requested' });
  for (const method of store.list('payment_method', { filters: { customer: id }, limit: 1_000 }))
    methods.detach(call, method);
  store.remove('customer', id);
  emit(call, 'customer.deleted', customer);
}

function blank(call: Call): Stripe.Customer {
  return {
    id: stripeId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(call.world),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/** Omitted fields stay; empty fields are unset. */
function change(call: Call, customer: Stripe.Customer, values: Values<typeof params>): Stripe.Customer {
  const keep = <T>(sent: T | undefined, current: T): T => (sent === undefined ? current : sent);
  const preferred = values.invoice_settings?.default_payment_method;
  if (
    preferred !== undefined &&
    call.world.store.find('payment_method', preferred)?.customer !== customer.id
  ) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${preferred}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    );
  }
  return {
    ...customer,
    address:
      values.address === undefined
        ? (customer.address ?? null)
        : values.address && methods.toAddress(values.address),
    description: keep(values.description, customer.description),
    email: keep(values.email, customer.email),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: preferred ?? customer.invoice_settings.default_payment_method,
    },
    metadata: mergeMetadata(customer.metadata, values.metadata),
    name: keep(values.name, customer.name ?? null),
    phone: keep(values.phone, customer.phone ?? null),
    preferred_locales: keep(values.preferred_locales, customer.preferred_locales ?? []),
    shipping: values.shipping === undefined ? customer.shipping : customerShipping(values.shipping),
    tax_exempt: values.tax_exempt ?? customer.tax_exempt ?? 'none',
  };
}

function customerShipping(
  sent: NonNullable<Values<typeof params>['shipping']> | null,
): Stripe.Customer.Shipping | null {
  if (sent === null) return null;
  const shipping = toShipping({
    ...sent,
    address: sent.address ?? {},
    name: sent.name ?? '',
    phone: sent.phone ?? undefined,
  });
  return shipping as Stripe.Customer.Shipping | null;
}
