/**
 * Less common subscription features: trials, first payments in the browser, pauses, retries, prorations.
 *
 * @module-tag long
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aListener, aStripeSandbox, refusalOf, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';
import { until } from '#test/until.ts';

let world: StripeSandbox;
let stripe: Stripe;
let product: string;
beforeAll(async () => {
  world = await aStripeSandbox({ shapes: true });
  stripe = world.stripe;
  product = (await stripe.products.create({ name: 'Monitoring' })).id;
});
afterAll(async () => {
  for await (const event of stripe.events.list({ limit: 100 })) expect(event.id).toMatch(/^evt_/);
  expect(world.complaints).toEqual([]);
  await world.stop();
});

const day = 86_400;
const advance = (days: number) => world.control('POST', '/clock', { advance_days: days });
const now = async () => (await world.control<{ now: number }>('GET', '/clock')).now;
const monthly = (cents: number) => ({
  currency: 'usd',
  product,
  unit_amount: cents,
  recurring: { interval: 'month' as const },
});

async function aSubscriber(token: string | null = 'pm_card_visa') {
  const { id } = await stripe.customers.create();
  if (token === null) return id;
  const card = await stripe.paymentMethods.attach(token, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  return id;
}

const subscribe = (customer: string, extra: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer, items: [{ price_data: monthly(2_000) }], ...extra });
const statusOf = async ({ id }: { id: string }) => (await stripe.subscriptions.retrieve(id)).status;
const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data;
const eventTypes = async () => (await stripe.events.list({ limit: 12 })).data.map(({ type }) => type);

describe('the first payment', () => {
  test('is charged immediately to the saved card', async () => {
    const subscription = await subscribe(await aSubscriber(), { expand: ['latest_invoice'] });
    expect(subscription).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_create' },
    });
  });

  test('is left to the browser, and the card is remembered; without it the subscription expires', async () => {
    const settings = {
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
    } as const;
    const [paid, left] = [
      await subscribe(await aSubscriber(null), settings),
      await subscribe(await aSubscriber(null), settings),
    ];
    const invoice = await stripe.invoices.retrieve(String(paid.latest_invoice), {
      expand: ['confirmation_secret', 'payments'],
    });
    const intent = String(invoice.payments?.data[0]?.payment.payment_intent);
    expect(invoice.confirmation_secret?.client_secret).toMatch(new RegExp(`^${intent}_secret_`));
    expect(paid.status).toBe('incomplete');
    await world.control('POST', '/confirm', { payment_intent: intent, card: '4242424242424242' });
    expect(await stripe.subscriptions.retrieve(paid.id)).toMatchObject({
      status: 'active',
      default_payment_method: /^pm_/,
    });
    await advance(1);
    expect(await statusOf(left)).toBe('incomplete_expired');
    expect(await invoicesOf(left.id)).toMatchObject([{ status: 'void' }]);
  });

  test('that is declined leaves it incomplete, or fails the request when error_if_incomplete is set', async () => {
    const customer = await aSubscriber('pm_card_chargeCustomerFail');
    expect((await subscribe(customer)).status).toBe('incomplete');
    const before = (await stripe.subscriptions.list({ customer, status: 'all' })).data.length;
    expect((await refusalOf(subscribe(customer, { payment_behavior: 'error_if_incomplete' }))).code).toBe(
      'card_declined',
    );
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(before);
  });

  test('comes after a trial, whose invoice has a zero total', async () => {
    const subscription = await subscribe(await aSubscriber(), { trial_end: (await now()) + 10 * day });
    expect(subscription.status).toBe('trialing');
    expect(await invoicesOf(subscription.id)).toMatchObject([{ total: 0, status: 'paid' }]);
    await advance(8);
    expect(await eventTypes()).toContain('customer.subscription.trial_will_end');
    await advance(2.1);
    expect(await statusOf(subscription)).toBe('active');
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({
      amount_paid: 2_000,
      billing_reason: 'subscription_cycle',
    });
  });
});

test('a pause of collection keeps creating invoices that stay unpaid', async () => {
  const subscription = await subscribe(await aSubscriber());
  await stripe.subscriptions.update(subscription.id, {
    pause_collection: { behavior: 'void', resumes_at: (await now()) + 40 * day },
  });
  await advance(32);
  expect((await invoicesOf(subscription.id)).map(({ status }) => status)).toEqual(['void', 'paid']);
  expect(await statusOf(subscription)).toBe('active');
  await advance(31);
  expect((await stripe.subscriptions.retrieve(subscription.id)).pause_collection).toBeNull();
  expect((await invoicesOf(subscription.id))[0]).toMatchObject({ status: 'paid' });
});

test('retries run on the configured days, and then the subscription ends', async () => {
  await world.control('POST', '/billing', { retry_after_days: [3, 4], after_last_retry: 'canceled' });
  const customer = await aSubscriber();
  const subscription = await subscribe(customer);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id });
  const periodEnd = subscription.items.data[0]?.current_period_end ?? 0;
  await world.control('POST', '/clock', { to: periodEnd + 2 * 3_600 });
  const [open] = await invoicesOf(subscription.id);
  expect(open).toMatchObject({ status: 'open', attempt_count: 1 });
  expect(open?.next_payment_attempt).not.toBeNull();
  await advance(3.5);
  expect((await invoicesOf(subscription.id))[0]).toMatchObject({ attempt_count: 2 });
  expect(await statusOf(subscription)).toBe('past_due');
  await advance(4.5);
  expect((await invoicesOf(subscription.id))[0]).toMatchObject({
    attempt_count: 3,
    status: 'open',
    next_payment_attempt: null,
  });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  await world.control('POST', '/billing', { retry_after_days: [], after_last_retry: 'past_due' });
});

describe('a change in the middle of a period', () => {
  const halfway = async (proration: Stripe.SubscriptionUpdateParams.ProrationBehavior) => {
    const subscription = await subscribe(await aSubscriber());
    const [item] = subscription.items.data;
    const { current_period_start: start = 0, current_period_end: end = 0 } = item ?? {};
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? '', price_data: monthly(4_000) }],
      proration_behavior: proration,
      proration_date: Math.round((start + end) / 2),
    });
    return subscription.id;
  };

  test('is prorated by the second, and waits for the next invoice', async () => {
    const id = await halfway('create_prorations');
    expect(await invoicesOf(id)).toHaveLength(1);
    await advance(31.2);
    const [next] = await invoicesOf(id);
    expect(next?.lines.data.map(({ amount }) => amount)).toEqual([2_000, -1_000, 4_000]);
    expect(next).toMatchObject({ total: 5_000, status: 'paid' });
    expect(next?.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is invoiced immediately on request, and not at all with none', async () => {
    expect((await invoicesOf(await halfway('always_invoice'))).map(({ total }) => total)).toEqual([
      1_000, 2_000,
    ]);
    expect(await invoicesOf(await halfway('none'))).toHaveLength(1);
  });

  test('of the interval begins a new period now', async () => {
    const subscription = await subscribe(await aSubscriber());
    const yearly = { ...monthly(20_000), recurring: { interval: 'year' as const } };
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price_data: yearly }],
      proration_behavior: 'none',
    });
    const [item] = changed.items.data;
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(364 * day);
    expect((await invoicesOf(subscription.id)).map(({ total }) => total)).toEqual([20_000, 2_000]);
  });
});

test('a year of renewals reaches the shop by webhook in any order, signed with real time', async () => {
  const listener = await aListener('whsec_year');
  await world.control('PUT', '/webhook-endpoint', {
    url: listener.url,
    secret: 'whsec_year',
    enabled_events: ['invoice.paid', 'invoice.created'],
  });
  await world.control('POST', '/webhooks', { mode: 'hold' });
  const subscription = await subscribe(await aSubscriber());
  await advance(370);
  const deliveriesOfSubscription = () =>
    listener.deliveries
      .map(({ event }) => event)
      .filter(
        ({ data }) =>
          (data.object as Stripe.Invoice).parent?.subscription_details?.subscription === subscription.id,
      );
  expect(deliveriesOfSubscription()).toEqual([]);
  await world.control('POST', '/webhooks', { mode: 'release', order: 'reverse' });
  await until('all invoices were heard of', () => deliveriesOfSubscription().length === 26);
  expect(deliveriesOfSubscription().filter(({ type }) => type === 'invoice.paid')).toHaveLength(13);
  await world.control('POST', '/webhooks', {});
  await listener.stop();
});

test('a reset takes the added time back', async () => {
  await world.control('POST', '/reset');
  expect(Math.abs((await now()) - Date.now() / 1_000)).toBeLessThan(5);
  await advance(2);
  expect(await world.control('POST', '/clock', { to: 5 })).toMatchObject({
    error: { message: 'The clock moves forward only.' },
  });
  product = (await stripe.products.create({ name: 'Monitoring' })).id;
  await subscribe(await aSubscriber());
  const { next } = await world.control<{ next: { at: number; work: string } }>('GET', '/clock');
  expect(next.work).toBe('period_ends');
  await world.control('POST', '/clock', { to_next: true });
  expect(await now()).toBeGreaterThanOrEqual(next.at);
});
