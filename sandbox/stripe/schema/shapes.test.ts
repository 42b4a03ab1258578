/**
 * The rules derived from the SDK accept valid requests and catch the mistakes of outdated tutorials.
 *
 * @module-tag long
 */
import { describe, expect, test } from 'vitest';
import { generate } from '#sandbox/stripe/schema/generate.ts';
import { checkAnswer, checkEvent, checkExchange, checkParameters } from '#sandbox/stripe/schema/shapes.ts';

const create = {
  amount: '14950',
  currency: 'usd',
  automatic_payment_methods: { enabled: 'true' },
  allowed_payment_method_types: ['card'],
  metadata: { order_id: 'ord_1' },
};

test('the SDK types are parsed: operations, events, and definitions are present', () => {
  const { operations, events, definitions } = generate();
  expect(operations.length).toBeGreaterThan(60);
  expect(Object.keys(events).length).toBeGreaterThan(200);
  expect(Object.keys(definitions).length).toBeGreaterThan(2_000);
  expect(definitions['PaymentIntents.PaymentIntentCreateParams']).toMatchObject({
    required: ['amount', 'currency'],
    additionalProperties: false,
  });
});

test('a payment intent as our server creates it passes', () => {
  expect(checkParameters('POST', '/v1/payment_intents', create)).toEqual([]);
});

describe('a request is rejected when', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['a parameter is unknown', { ...create, color: 'blue' }, 'the object has the unknown field "color"'],
    [
      'a nested parameter is unknown',
      { ...create, automatic_payment_methods: { enabled: 'true', always: 'true' } },
      'automatic_payment_methods has the unknown field "always"',
    ],
    ['the currency is missing', { amount: '14950' }, "the object must have required property 'currency'"],
    [
      'an enum has another value',
      { ...create, setup_future_usage: 'always' },
      'setup_future_usage must be one of off_session, on_session',
    ],
    [
      'it sends the old payment_method_types',
      { ...create, payment_method_types: ['card'] },
      'the object has the unknown field "payment_method_types"',
    ],
    ['a number is not a number', { ...create, amount: 'much' }, 'amount must be number'],
    [
      'a list is not a list',
      { ...create, allowed_payment_method_types: 'card' },
      'allowed_payment_method_types must be array',
    ],
  ];
  for (const [title, parameters, complaint] of cases) {
    test(title, () => {
      expect(checkParameters('POST', '/v1/payment_intents', parameters)).toContain(complaint);
    });
  }

  test('its path is not an operation that we use', () => {
    expect(checkParameters('POST', '/v1/tokens', {})).toEqual([
      'POST /v1/tokens is not an operation of the SDK that we use',
    ]);
  });
});

test('parameters removed in Basil are rejected: price on an invoice item, period beside subscription items', () => {
  expect(checkParameters('POST', '/v1/invoiceitems', { customer: 'cus_1', price: 'price_1' })).toEqual([
    'the object has the unknown field "price"',
  ]);
  expect(
    checkParameters('POST', '/v1/invoiceitems', { customer: 'cus_1', pricing: { price: 'price_1' } }),
  ).toEqual([]);
  expect(checkParameters('POST', '/v1/subscriptions/sub_1', { billing_cycle_anchor: 'now' })).not.toEqual([]);
  const { definitions } = generate();
  for (const name of ['payment_intent', 'charge', 'paid', 'subscription'])
    expect(Object.keys(definitions['Invoices.Invoice']?.properties ?? {})).not.toContain(name);
  expect(Object.keys(definitions['Subscriptions.Subscription']?.properties ?? {})).not.toContain(
    'current_period_end',
  );
});

const customer = {
  id: 'cus_1',
  object: 'customer',
  balance: 0,
  created: 1,
  default_source: null,
  description: null,
  email: null,
  livemode: false,
  metadata: {},
  shipping: null,
  invoice_prefix: 'A',
  next_invoice_sequence: 1,
  tax_exempt: 'none',
  preferred_locales: [],
  currency: null,
  delinquent: false,
  discount: null,
  phone: null,
  test_clock: null,
  name: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
};

describe('an answer', () => {
  test('with a field left out, added, or of another type is rejected', () => {
    expect(checkAnswer('POST', '/v1/customers', customer)).toEqual([]);
    const { created: _created, ...without } = customer;
    expect(checkAnswer('POST', '/v1/customers', without)).toEqual([
      "the object must have required property 'created'",
    ]);
    expect(checkAnswer('POST', '/v1/customers', { ...customer, paid: true })).toEqual([
      'the object has the unknown field "paid"',
    ]);
    expect(checkAnswer('POST', '/v1/customers', { ...customer, created: '1' })).toEqual([
      'created must be number',
    ]);
  });

  test('that is a list is checked item by item', () => {
    const list = {
      object: 'list',
      url: '/v1/customers',
      has_more: false,
      data: [customer, { ...customer, object: 'buyer' }],
    };
    expect(checkAnswer('GET', '/v1/customers', list).join()).toContain('data.1.object');
  });

  test('with an error must have the shape that the SDK expects', () => {
    const exchange = { method: 'GET', path: '/v1/customers/cus_2', sent: '', isBrowser: false, status: 404 };
    expect(checkExchange({ ...exchange, answer: '{"message":"Not Found"}' })).toEqual([
      'GET /v1/customers/cus_2: a refusal without `error` looks like a success to the SDK',
    ]);
    expect(
      checkExchange({
        ...exchange,
        answer: '{"error":{"type":"invalid_request_error","message":"No such customer"}}',
      }),
    ).toEqual([]);
    expect(checkExchange({ ...exchange, answer: '<html>' })).toEqual([
      'GET /v1/customers/cus_2: the answer is not JSON',
    ]);
  });
});

test('an event is validated against its own type', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    livemode: false,
    pending_webhooks: 0,
    request: null,
    type: 'customer.created',
    data: { object: customer },
  };
  expect(checkEvent(event)).toEqual([]);
  expect(checkEvent({ ...event, data: { object: { ...customer, livemode: 'no' } } })).toEqual([
    'event customer.created: data.object.livemode must be boolean',
  ]);
  expect(checkEvent({ ...event, type: 'customer.born' })).toEqual([
    'there is no event of type "customer.born"',
  ]);
});

test('a form is parsed as in the sandbox: brackets, numbered lists, flags', () => {
  const sent =
    'amount=14950&currency=usd&automatic_payment_methods[enabled]=true&allowed_payment_method_types[0]=card&expand[0]=latest_charge&request=1';
  const complaints = checkExchange({
    method: 'POST',
    path: '/v1/payment_intents',
    sent,
    isBrowser: false,
    status: 200,
    answer: '{}',
  });
  expect(complaints.filter((complaint) => complaint.includes('unknown field'))).toEqual([
    'POST /v1/payment_intents: the object has the unknown field "request"',
  ]);
});
