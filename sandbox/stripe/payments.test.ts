/** The lifecycle of a payment: good and bad cards, cancellation, ownership. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aStripeSandbox,
  payInBrowser,
  refusalOf,
  type StripeSandbox,
} from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  world = await aStripeSandbox({ shapes: true });
  stripe = world.stripe;
});
afterAll(() => world?.stop());

const fine = {
  amount: 1_999,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: { enabled: true },
} satisfies Stripe.PaymentIntentCreateParams;
const eventsOf = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => {
      const object = data.object as { id?: string; payment_intent?: string };
      return object.id === id || object.payment_intent === id;
    })
    .map(({ type }) => type)
    .reverse();

describe('cards that pay', () => {
  for (const number of [
    '4242424242424242',
    '5555555555554444',
    '378282246310005',
    '4000000000000259',
    '4000000000007726',
    '4000000000005126',
  ]) {
    test(`${number} pays from the browser`, async () => {
      const intent = await stripe.paymentIntents.create({
        ...fine,
        metadata: { order_id: 'ord_1' },
        receipt_email: 'ada@lagos.example',
      });
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        amount_received: 0,
        latest_charge: null,
      });
      const { status, body } = await payInBrowser(world, intent, number);
      expect([status, body.status]).toEqual([200, 'succeeded']);
      const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(paid).toMatchObject({
        status: 'succeeded',
        amount_received: 1_999,
        last_payment_error: null,
        next_action: null,
      });
      expect(paid.latest_charge).toMatchObject({
        paid: true,
        captured: true,
        amount: 1_999,
        payment_intent: intent.id,
        metadata: { order_id: 'ord_1' },
        receipt_email: 'ada@lagos.example',
        payment_method_details: { card: { last4: number.slice(-4), checks: { cvc_check: 'pass' } } },
      });
      expect(await eventsOf(intent.id)).toEqual([
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
      ]);
    });
  }

  test('confirming in the same call pays immediately', async () => {
    const intent = await stripe.paymentIntents.create({
      ...fine,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_999 });
  });

  test('all methods of the Dashboard need a return_url, cards alone do not', async () => {
    const error = await refusalOf(
      stripe.paymentIntents.create({
        amount: 1_999,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
      }),
    );
    expect([error.statusCode, error.param]).toEqual([400, 'return_url']);
  });
});

describe('cards that decline', () => {
  const declines = [
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ] as const;
  for (const [number, code, declineCode] of declines) {
    test(`${number} is declined as ${declineCode}, and another card pays the same intent`, async () => {
      const intent = await stripe.paymentIntents.create(fine);
      const { status, body } = await payInBrowser(world, intent, number);
      expect([status, body.error?.type, body.error?.code, body.error?.decline_code]).toEqual([
        402,
        'card_error',
        code,
        declineCode,
      ]);
      expect(body.error?.payment_intent).not.toHaveProperty('metadata');
      const declined = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(declined).toMatchObject({
        status: 'requires_payment_method',
        payment_method: null,
        amount_received: 0,
        last_payment_error: {
          type: 'card_error',
          code,
          decline_code: declineCode,
          payment_method: { card: { last4: number.slice(-4) } },
        },
        latest_charge: { status: 'failed', paid: false, failure_code: code },
      });
      expect((await payInBrowser(world, intent, '4242424242424242')).body.status).toBe('succeeded');
      expect(await eventsOf(intent.id)).toEqual([
        'payment_intent.created',
        'charge.failed',
        'payment_intent.payment_failed',
        'charge.succeeded',
        'payment_intent.succeeded',
      ]);
    });
  }

  test('the SDK throws a card error with the intent in it', async () => {
    const error = await refusalOf(
      stripe.paymentIntents.create({
        ...fine,
        confirm: true,
        payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
      }),
    );
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    expect((await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')).status).toBe(
      'requires_payment_method',
    );
  });

  const mistyped = [
    ['a wrong check digit', { 'card[number]': '4242424242424241' }, 'incorrect_number', 'number'],
    ['letters', { 'card[number]': '4242 abcd' }, 'invalid_number', 'number'],
    ['a month that does not exist', { 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    ['a year in the past', { 'card[exp_year]': '2020' }, 'invalid_expiry_year', 'exp_year'],
    ['a security code that is too short', { 'card[cvc]': '12' }, 'invalid_cvc', 'cvc'],
    ['a card other than a test card', { 'card[number]': '4111111111111111' }, 'card_declined', 'number'],
  ] as const;
  for (const [what, change, code, param] of mistyped) {
    test(`${what} is rejected when the payment method is created`, async () => {
      const { status, body } = await world.browser('POST', '/v1/payment_methods', {
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2040',
        'card[cvc]': '123',
        ...change,
      });
      expect([status, body.error?.type, body.error?.code, body.error?.param]).toEqual([
        402,
        'card_error',
        code,
        param,
      ]);
    });
  }
});

describe('states', () => {
  test('a payment that succeeded is neither confirmed, changed in amount nor canceled', async () => {
    const { id } = await stripe.paymentIntents.create({
      ...fine,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    for (const attempt of [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.update(id, { amount: 2_000 }),
      stripe.paymentIntents.cancel(id),
    ]) {
      const error = await refusalOf(attempt);
      expect([error.statusCode, error.code, error.payment_intent?.status]).toEqual([
        400,
        'payment_intent_unexpected_state',
        'succeeded',
      ]);
    }
    expect((await stripe.paymentIntents.update(id, { metadata: { note: 'late' } })).metadata).toEqual({
      note: 'late',
    });
  });

  test('a canceled payment has its time and reason, and cannot be confirmed', async () => {
    const { id } = await stripe.paymentIntents.create(fine);
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      canceled_at: expect.any(Number) as unknown,
    });
    expect(
      (await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).code,
    ).toBe('payment_intent_unexpected_state');
    expect(await eventsOf(id)).toEqual(['payment_intent.created', 'payment_intent.canceled']);
  });

  test('a late confirmation and a cancellation race: one of them wins, never both', async () => {
    const { id } = await stripe.paymentIntents.create({ ...fine, payment_method: 'pm_card_visa' });
    const [confirmed, canceled] = await Promise.allSettled([
      stripe.paymentIntents.confirm(id),
      stripe.paymentIntents.cancel(id),
    ]);
    expect([confirmed.status, canceled.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('the amount can change before the payment, and the new one is charged', async () => {
    const intent = await stripe.paymentIntents.create(fine);
    await stripe.paymentIntents.update(intent.id, { amount: 2_500 });
    expect(
      (await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).amount_received,
    ).toBe(2_500);
  });

  test('confirming without any card is rejected', async () => {
    const { id } = await stripe.paymentIntents.create(fine);
    expect((await refusalOf(stripe.paymentIntents.confirm(id))).code).toBe('payment_intent_unexpected_state');
  });
});

describe('permission to pay with a card', () => {
  test('a card of another customer is rejected, and so is one without its customer named', async () => {
    const [ada, bob] = [
      await stripe.customers.create({ name: 'Ada' }),
      await stripe.customers.create({ name: 'Bob' }),
    ];
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id });
    const stolen = await refusalOf(
      stripe.paymentIntents.create({ ...fine, customer: bob.id, payment_method: card.id, confirm: true }),
    );
    expect([stolen.statusCode, stolen.code, stolen.param]).toEqual([
      400,
      'resource_missing',
      'payment_method',
    ]);
    const unnamed = await refusalOf(
      stripe.paymentIntents.create({ ...fine, payment_method: card.id, confirm: true }),
    );
    expect([unnamed.statusCode, unnamed.param]).toEqual([400, 'payment_method']);
    expect(
      (
        await stripe.paymentIntents.create({
          ...fine,
          customer: ada.id,
          payment_method: card.id,
          confirm: true,
        })
      ).status,
    ).toBe('succeeded');
  });

  test('a card that paid without a customer cannot pay again', async () => {
    const paid = await stripe.paymentIntents.create({
      ...fine,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const refusal = await refusalOf(
      stripe.paymentIntents.create({ ...fine, confirm: true, payment_method: String(paid.payment_method) }),
    );
    expect([refusal.statusCode, refusal.param]).toEqual([400, 'payment_method']);
  });

  test('setup_future_usage attaches the card to the customer', async () => {
    const customer = await stripe.customers.create();
    const intent = await stripe.paymentIntents.create({
      ...fine,
      customer: customer.id,
      setup_future_usage: 'off_session',
    });
    await payInBrowser(world, intent, '4242424242424242');
    const { data } = await stripe.customers.listPaymentMethods(customer.id);
    expect(data.map(({ card }) => card?.last4)).toEqual(['4242']);
    expect(await eventsOf(String(data[0]?.id))).toEqual(['payment_method.attached']);
  });
});

test('every request and answer above was Stripe-shaped', () => {
  expect(world.complaints).toEqual([]);
  expect(world.seen()).toBeGreaterThan(10);
});

test('a phone number in billing details has at most 20 characters', async () => {
  const pay = (phone: string) =>
    stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' }, billing_details: { phone } });
  expect((await pay('+4915123456789')).billing_details.phone).toBe('+4915123456789');
  const refused = await refusalOf(pay('+49 (0) 151 / 23 45 67 89'));
  expect(refused).toMatchObject({
    param: 'billing_details[phone]',
    message: expect.stringMatching(/at most 20 characters/),
  });
});
