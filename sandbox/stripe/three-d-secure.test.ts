/**
 * 3-D Secure challenges: passed, failed, submitted twice, or abandoned.
 *
 * @module-tag long
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aStripeSandbox,
  payInBrowser,
  refusalOf,
  type StripeSandbox,
} from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  world = await aStripeSandbox();
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

const challengeIn = (body: Record<string, unknown>) =>
  (body.next_action as { use_stripe_sdk: { stripe_js: string } }).use_stripe_sdk.stripe_js;

for (const number of ['4000002500003155', '4000002760003184', '4000003800000446']) {
  test(`${number} asks, and pays after the right answer`, async () => {
    const intent = await stripe.paymentIntents.create(fine);
    const { body } = await payInBrowser(world, intent, number);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect((await stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0);
    await fetch(challengeIn(body), {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', next_action: null });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
    expect(await eventsOf(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });
}

test('a failed challenge asks for a card again, and a second attempt can pass', async () => {
  const intent = await stripe.paymentIntents.create(fine);
  const failed = await world.control('POST', '/confirm', {
    payment_intent: intent.id,
    card: '4000002760003184',
    challenge: 'fail',
  });
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    error_code: 'payment_intent_authentication_failure',
  });
  const passed = await world.control('POST', '/confirm', {
    payment_intent: intent.id,
    card: '4000002760003184',
    challenge: 'pass',
  });
  expect(passed).toMatchObject({ status: 'succeeded' });
  expect(await eventsOf(intent.id)).toContain('payment_intent.payment_failed');
});

test('4000008260003178 passes the bank and then lacks the funds', async () => {
  const intent = await stripe.paymentIntents.create(fine);
  const result = await world.control('POST', '/confirm', {
    payment_intent: intent.id,
    card: '4000008260003178',
    challenge: 'pass',
  });
  expect(result).toMatchObject({ status: 'requires_payment_method', decline_code: 'insufficient_funds' });
});

test('an abandoned challenge leaves the intent waiting; confirming again invalidates it', async () => {
  const intent = await stripe.paymentIntents.create(fine);
  const first = challengeIn((await payInBrowser(world, intent, '4000002760003184')).body);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
  expect((await payInBrowser(world, intent, '4000002760003184')).body.status).toBe('requires_action');
  await fetch(first, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'complete' }),
    redirect: 'manual',
  });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
});

test('answering twice charges once', async () => {
  const intent = await stripe.paymentIntents.create(fine);
  const question = challengeIn((await payInBrowser(world, intent, '4000002760003184')).body);
  const answer = () =>
    fetch(question, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    });
  await Promise.all([answer(), answer(), answer()]);
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test('without the browser script the shopper is redirected to the bank and back to the return address', async () => {
  const intent = await stripe.paymentIntents.create({
    ...fine,
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://shop.example/done?order=1',
  });
  expect(intent.next_action?.type).toBe('redirect_to_url');
  const response = await fetch(intent.next_action?.redirect_to_url?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'complete' }),
    redirect: 'manual',
  });
  const target = new URL(response.headers.get('location') ?? '');
  expect(Object.fromEntries(target.searchParams)).toEqual({
    order: '1',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
});

test('off session, a card that must ask is declined as authentication_required', async () => {
  const customer = await stripe.customers.create();
  const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: customer.id,
  });
  const error = await refusalOf(
    stripe.paymentIntents.create({
      ...fine,
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      off_session: true,
    }),
  );
  expect([error.statusCode, error.code]).toEqual([402, 'authentication_required']);
});
