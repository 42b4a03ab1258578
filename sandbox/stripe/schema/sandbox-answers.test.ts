/**
 * The official SDK calls every resource of the sandbox. Each request, response, and resulting event must have
 * the shape that the SDK declares.
 *
 * @module-tag long
 */
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { watchShapes } from '#sandbox/stripe/schema/watch.ts';

let sandbox: Sandbox;
let stripe: Stripe;
const watch = watchShapes();
const cards = {
  automatic_payment_methods: { enabled: true },
  allowed_payment_method_types: ['card' as const],
};
const paid = {
  ...cards,
  amount: 14_950,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
  return_url: 'http://shop.example/back',
};

beforeAll(async () => {
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: null,
    observe: watch.observe,
  });
  const { hostname, port } = new URL(sandbox.origin);
  stripe = new Stripe(sandbox.secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
});

afterAll(() => sandbox.stop());

/** Runs the calls and returns the shape problems. At least one exchange must have been observed per call. */
async function complaintsAbout(...calls: (() => Promise<unknown>)[]): Promise<readonly string[]> {
  const [before, seenBefore] = [watch.complaints.length, watch.seen];
  for (const call of calls) await call();
  expect(watch.seen - seenBefore).toBeGreaterThanOrEqual(calls.length);
  return watch.complaints.slice(before);
}

test('customers and their cards', async () => {
  const customer = await stripe.customers.create({
    email: 'kofi@example.com',
    name: 'Kofi',
    phone: '+233201234567',
    metadata: { user_id: 'usr_1' },
    address: { line1: '1 High Street', country: 'GH' },
  });
  const card = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '5555555555554444', exp_month: 12, exp_year: 2034, cvc: '123' },
    billing_details: { name: 'Kofi', address: { country: 'GH' } },
  });
  expect(
    await complaintsAbout(
      () => stripe.customers.update(customer.id, { name: 'Kofi Mensah', metadata: { user_id: '' } }),
      () => stripe.paymentMethods.attach(card.id, { customer: customer.id }),
      () => stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } }),
      () => stripe.paymentMethods.retrieve(card.id, { expand: ['customer'] }),
      () => stripe.customers.listPaymentMethods(customer.id, { type: 'card' }),
      () => stripe.paymentMethods.detach(card.id),
      () => stripe.customers.list({ limit: 3 }),
      () => stripe.customers.retrieve(customer.id),
      () => stripe.customers.del(customer.id),
    ),
  ).toEqual([]);
});

test('payments: made, changed, declined, asked about by the bank, canceled, listed', async () => {
  expect(
    await complaintsAbout(
      () =>
        stripe.paymentIntents.create({
          ...paid,
          metadata: { order_id: 'ord_1', payment_id: 'pay_1' },
          expand: ['latest_charge', 'payment_method'],
        }),
      async () => {
        const intent = await stripe.paymentIntents.create({
          ...cards,
          amount: 5_000,
          currency: 'usd',
          setup_future_usage: 'off_session',
          receipt_email: 'kofi@example.com',
          description: 'Order',
        });
        await stripe.paymentIntents.update(intent.id, { amount: 6_000, metadata: { order_id: 'ord_2' } });
        await expect(
          stripe.paymentIntents.confirm(intent.id, {
            payment_method: 'pm_card_chargeDeclined',
            return_url: paid.return_url,
          }),
        ).rejects.toMatchObject({ code: 'card_declined' });
        await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
        await stripe.paymentIntents.confirm(intent.id, {
          payment_method: 'pm_card_authenticationRequired',
          return_url: paid.return_url,
        });
        await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
      },
      () =>
        stripe.paymentIntents.create({
          ...paid,
          payment_method: 'pm_card_authenticationRequired',
          use_stripe_sdk: true,
        }),
      () => stripe.paymentIntents.list({ limit: 10, expand: ['data.latest_charge'] }),
    ),
  ).toEqual([]);
});

test('cards that are set up for later', async () => {
  const customer = await stripe.customers.create({});
  expect(
    await complaintsAbout(
      async () => {
        const setup = await stripe.setupIntents.create({
          ...cards,
          customer: customer.id,
          usage: 'off_session',
        });
        await expect(
          stripe.setupIntents.confirm(setup.id, {
            payment_method: 'pm_card_chargeDeclined',
            return_url: paid.return_url,
          }),
        ).rejects.toMatchObject({ type: 'StripeCardError' });
        await stripe.setupIntents.retrieve(setup.id);
        await stripe.setupIntents.confirm(setup.id, {
          payment_method: 'pm_card_visa',
          return_url: paid.return_url,
        });
      },
      async () => {
        const setup = await stripe.setupIntents.create({ ...cards, metadata: { user_id: 'usr_1' } });
        await stripe.setupIntents.confirm(setup.id, {
          payment_method: 'pm_card_authenticationRequiredOnSetup',
          return_url: paid.return_url,
        });
      },
      () => stripe.setupIntents.list({ limit: 5 }),
    ),
  ).toEqual([]);
});

test('charges and refunds', async () => {
  const intent = await stripe.paymentIntents.create(paid);
  const slow = await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_pendingRefund' });
  expect(
    await complaintsAbout(
      () =>
        stripe.refunds.create({
          payment_intent: intent.id,
          amount: 5_000,
          reason: 'requested_by_customer',
          metadata: { refund_id: 'ref_1' },
        }),
      () => stripe.refunds.create({ payment_intent: intent.id }),
      async () => {
        const refund = await stripe.refunds.create({ payment_intent: slow.id });
        await stripe.refunds.retrieve(refund.id, { expand: ['charge'] });
      },
      () => stripe.refunds.list({ payment_intent: intent.id }),
      () => stripe.charges.list({ payment_intent: intent.id, expand: ['data.refunds', 'data.customer'] }),
    ),
  ).toEqual([]);
});

test('webhook endpoints, and every event that all of this caused', async () => {
  const kinds = new Set<string>();
  expect(
    await complaintsAbout(
      async () => {
        await stripe.webhookEndpoints.create({
          url: 'http://127.0.0.1:9/hook',
          enabled_events: ['payment_intent.succeeded'],
          api_version: '2026-10-28.endive',
        });
        await stripe.webhookEndpoints.list();
      },
      async () => {
        for await (const event of stripe.events.list({ limit: 100 })) kinds.add(event.type);
      },
    ),
  ).toEqual([]);
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'payment_intent.canceled',
      'setup_intent.succeeded',
      'setup_intent.setup_failed',
      'payment_method.attached',
      'payment_method.detached',
      'charge.refunded',
      'refund.created',
    ]),
  );
});

test('rejections have the error that the SDK expects', async () => {
  expect(
    await complaintsAbout(
      () => expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject({ statusCode: 404 }),
      () =>
        expect(stripe.rawRequest('POST', '/v1/tokens', {})).rejects.toMatchObject({
          type: 'StripeInvalidRequestError',
        }),
      () =>
        expect(
          stripe.rawRequest('POST', '/v1/payment_intents', {
            amount: 5_000,
            currency: 'usd',
            payment_method_types: ['card'],
          }),
        ).rejects.toMatchObject({ code: 'payment_method_types_no_longer_supported' }),
      () =>
        expect(
          stripe.rawRequest('POST', '/v1/payment_intents', { amount: 5_000, currency: 'usd', color: 'blue' }),
        ).rejects.toMatchObject({
          code: 'parameter_unknown',
        }),
      () =>
        expect(stripe.rawRequest('POST', '/v1/payment_intents', { amount: 5_000 })).rejects.toMatchObject({
          code: 'parameter_missing',
        }),
    ),
  ).toEqual([]);
});
