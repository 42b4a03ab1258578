/** `/v1/customers`: people with saved cards. A deleted customer is still returned, as a tombstone. */
import type Stripe from 'stripe';
import { end, hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { emit } from '#sandbox/stripe/events.ts';
import {
  address,
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
import { resource } from '#sandbox/stripe/http/resource.ts';
import { randomText, stripeId } from '#sandbox/stripe/ids.ts';
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

const createParams = {
  ...params,
  balance: integer(),
  invoice_prefix: text(12),
  next_invoice_sequence: integer({ least: 1 }),
  payment_method: text(),
};

const cardsParams = {
  ...pageOf,
  type: oneOf(['card']),
  allow_redisplay: oneOf(['always', 'limited', 'unspecified']),
};

const customers = resource('customer', '/v1/customers');
export const { find } = customers;

export const operations = [
  customers.create(createParams, create),
  customers.list(['email']),
  operation({
    method: 'GET',
    path: '/v1/customers/:id',
    params: expand,
    run: (call, _values, { id }) =>
      call.world.store.wasRemoved('customer', id) ? tombstone(id) : find(call, id),
  }),
  customers.update('customer.updated', params, change),
  customers.on('DELETE', '', {}, (call, customer) => {
    removeCustomer(call, customer);
    return tombstone(customer.id);
  }),
  customers.on('GET', 'payment_methods', cardsParams, (call, { id }, values) =>
    listOf(call, 'payment_method', `/v1/customers/${id}/payment_methods`, values, {
      customer: id,
      type: values.type,
    }),
  ),
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

function create(call: Call, values: Values<typeof createParams>): Stripe.Customer {
  const fresh = blank(call);
  const customer = change(
    call,
    {
      ...fresh,
      balance: values.balance ?? 0,
      invoice_prefix: values.invoice_prefix ?? fresh.invoice_prefix,
      next_invoice_sequence: values.next_invoice_sequence ?? 1,
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
}

/** Deleting a customer ends its subscriptions and makes its cards unusable. */
function removeCustomer(call: Call, customer: Stripe.Customer): void {
  const { id } = customer;
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
