/**
 * Subscriptions: created, renewed by the clock, failed and paid, changed, ended. Every exchange is checked
 * against the SDK's types.
 *
 * @module-tag long
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStripeSandbox, refusalOf, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
let product: string;
beforeAll(async () => {
  world = await aStripeSandbox({ shapes: true });
  stripe = world.stripe;
  product = (await stripe.products.create({ name: 'Business Credit Builder' })).id;
});
afterAll(async () => {
  expect(world.complaints).toEqual([]);
  await world.stop();
});

const day = 86_400;
const advance = (days: number) =>
  world.control<{ now: number; ran: number }>('POST', '/clock', { advance_days: days });
const now = async () => (await world.control<{ now: number }>('GET', '/clock')).now;
const monthly = (cents: number) => ({
  currency: 'usd',
  product,
  unit_amount: cents,
  recurring: { interval: 'month' as const },
});

/** A customer with that card as the default. */
async function aSubscriber(token = 'pm_card_visa') {
  const customer = await stripe.customers.create({ email: 'ada@lagos.example' });
  const card = await stripe.paymentMethods.attach(token, { customer: customer.id });
  return { customer: customer.id, card: card.id };
}

/**
 * A subscription as the shop creates it: the first period is already paid, so Stripe charges from the anchor
 * on.
 */
async function subscribed(token?: string, extra: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { customer, card } = await aSubscriber(token);
  const anchor = (await now()) + 28 * day;
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price_data: monthly(1_999) }],
    default_payment_method: card,
    billing_cycle_anchor: anchor,
    proration_behavior: 'none',
    off_session: true,
    metadata: { subscription_id: 'subscr_1' },
    ...extra,
  });
  return { customer, card, anchor, subscription };
}

const eventsOf = async (...ids: string[]): Promise<string[]> => {
  const types: string[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) {
    const object = event.data.object as {
      id?: string;
      parent?: { subscription_details?: { subscription: string } | null } | null;
    };
    if (
      ids.includes(object.id ?? '') ||
      ids.includes(object.parent?.subscription_details?.subscription ?? '')
    )
      types.push(event.type);
  }
  return types.reverse();
};

const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data;

describe('a subscription that begins at the end of a paid period', () => {
  test('is active immediately, free until the anchor, and has no invoice before', async () => {
    const { subscription, anchor, customer } = await subscribed();
    expect(subscription).toMatchObject({
      status: 'active',
      billing_cycle_anchor: anchor,
      latest_invoice: null,
      customer,
    });
    expect(subscription.items.data[0]).toMatchObject({
      current_period_end: anchor,
      price: { unit_amount: 1_999, active: false },
    });
    expect(await invoicesOf(subscription.id)).toEqual([]);
    expect(await eventsOf(subscription.id)).toEqual(['customer.subscription.created']);
  });

  test('is drafted at the anchor, finalized and paid an hour later, with the events in their order', async () => {
    const { subscription, anchor } = await subscribed();
    await world.control('POST', '/clock', { to: anchor });
    const [draft] = await invoicesOf(subscription.id);
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      amount_due: 1_999,
      auto_advance: true,
    });
    expect(draft).toMatchObject({
      number: null,
      hosted_invoice_url: null,
      automatically_finalizes_at: (draft?.created ?? 0) + 3_600,
    });
    await world.control('POST', '/clock', { advance_seconds: 3_601 });
    const paid = await stripe.invoices.retrieve(draft?.id ?? '', {
      expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
    });
    expect(paid).toMatchObject({
      status: 'paid',
      amount_paid: 1_999,
      amount_remaining: 0,
      attempt_count: 1,
      attempted: true,
    });
    expect(paid.number).toMatch(/^[A-Z0-9]{8}-0001$/);
    expect(paid.parent?.subscription_details).toEqual({
      metadata: { subscription_id: 'subscr_1' },
      subscription: subscription.id,
    });
    expect(paid.lines.data[0]).toMatchObject({
      amount: 1_999,
      period: { start: anchor },
      pricing: { type: 'price_details' },
    });
    expect(paid.payments?.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 1_999,
      payment: { payment_intent: { status: 'succeeded' } },
    });
    expect(await eventsOf(subscription.id, paid.id)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  test('renews twelve times in a year, each period where the last one ended', async () => {
    const { subscription, anchor } = await subscribed();
    const before = performance.now();
    const { ran } = await advance(28 + 337);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(ran).toBeGreaterThanOrEqual(24);
    const invoices = (await invoicesOf(subscription.id)).toReversed();
    expect(invoices).toHaveLength(12);
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['paid']));
    const periods = invoices.map(({ lines }) => lines.data[0]?.period);
    expect(periods[0]?.start).toBe(anchor);
    for (const [at, period] of periods.slice(1).entries()) expect(period?.start).toBe(periods[at]?.end);
    expect(invoices.map(({ number }) => number?.slice(-4))).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(4, '0')),
    );
  });

  test('rejects an anchor in the past, and one later than the next natural date', async () => {
    const { customer, card } = await aSubscriber();
    const create = async (anchor: number) =>
      stripe.subscriptions.create({
        customer,
        default_payment_method: card,
        items: [{ price_data: monthly(500) }],
        billing_cycle_anchor: anchor,
        proration_behavior: 'none',
      });
    expect((await refusalOf(create((await now()) - 10))).message).toContain('must be a future timestamp');
    expect((await refusalOf(create((await now()) + 40 * day))).message).toContain(
      'cannot be later than next natural billing date',
    );
  });
});

describe('a renewal that fails', () => {
  test('leaves the invoice open and the subscription past due; paying it again with another card makes it active', async () => {
    const { subscription, customer } = await subscribed('pm_card_chargeCustomerFail');
    await advance(28.1);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    const [open] = await invoicesOf(subscription.id);
    expect(open).toMatchObject({
      status: 'open',
      attempt_count: 1,
      attempted: true,
      next_payment_attempt: null,
      amount_remaining: 1_999,
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ delinquent: true });
    expect((await refusalOf(stripe.invoices.pay(open?.id ?? ''))).code).toBe('card_declined');
    const fresh = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: fresh.id });
    expect(await stripe.invoices.pay(open?.id ?? '', { off_session: true })).toMatchObject({
      status: 'paid',
      attempt_count: 1,
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ delinquent: false });
    expect((await refusalOf(stripe.invoices.pay(open?.id ?? ''))).message).toBe('Invoice is already paid');
    expect(await eventsOf(subscription.id, open?.id ?? '')).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'invoice.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
  });

  test('that needs authentication ends with authentication_required, and can be paid in the browser', async () => {
    const { subscription } = await subscribed('pm_card_authenticationRequired');
    await advance(28.1);
    const [open] = await invoicesOf(subscription.id);
    const { confirmation_secret: secret, payments } = await stripe.invoices.retrieve(open?.id ?? '', {
      expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
    });
    const intent = payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      status: 'requires_action',
      client_secret: secret?.client_secret,
      last_payment_error: { code: 'authentication_required' },
    });
    expect(await eventsOf(subscription.id)).toEqual(
      expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
    );
    const refused = await refusalOf(stripe.invoices.pay(open?.id ?? ''));
    expect(refused).toMatchObject({
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action',
      decline_code: 'authentication_required',
    });
    await world.control('POST', '/confirm', {
      payment_intent: intent.id,
      card: '4000002760003184',
      challenge: 'pass',
    });
    expect(await stripe.invoices.retrieve(open?.id ?? '')).toMatchObject({ status: 'paid' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });

  test('fails again each period, and a void invoice is never paid', async () => {
    const { subscription } = await subscribed('pm_card_chargeCustomerFail');
    await advance(28 + 31 + 1);
    const [second, first] = await invoicesOf(subscription.id);
    expect([first?.status, second?.status]).toEqual(['open', 'open']);
    expect(await stripe.invoices.voidInvoice(second?.id ?? '')).toMatchObject({ status: 'void' });
    expect((await refusalOf(stripe.invoices.pay(second?.id ?? ''))).message).toContain(
      'can no longer be paid',
    );
    expect(
      (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data.map(
        ({ id }) => id,
      ),
    ).toEqual([first?.id]);
  });
});

describe('an end', () => {
  test('at the end of the period can be undone; otherwise nothing more is invoiced', async () => {
    const { subscription, anchor } = await subscribed();
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: anchor });
    const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance(29);
    const ended = await stripe.subscriptions.retrieve(subscription.id);
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(await invoicesOf(subscription.id)).toEqual([]);
    expect((await eventsOf(subscription.id)).at(-1)).toBe('customer.subscription.deleted');
    expect(
      (await refusalOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))).code,
    ).toBe('invalid_canceled_subscription_fields');
    expect(await stripe.subscriptions.update(subscription.id, { metadata: { note: 'late' } })).toMatchObject({
      metadata: { note: 'late' },
    });
  });

  test('immediately leaves open invoices open and uncollected', async () => {
    const { subscription } = await subscribed('pm_card_chargeCustomerFail');
    await advance(28.1);
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'open', auto_advance: false }]);
    expect((await refusalOf(stripe.subscriptions.cancel(subscription.id))).code).toBe('resource_missing');
  });
});

test('a price changed without proration applies from the next period', async () => {
  const { subscription } = await subscribed();
  const item = subscription.items.data[0]?.id ?? '';
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price_data: monthly(2_499) }],
    proration_behavior: 'none',
  });
  expect(changed.items.data).toMatchObject([{ id: item, price: { unit_amount: 2_499 } }]);
  expect(await invoicesOf(subscription.id)).toEqual([]);
  await advance(28.1);
  expect(await invoicesOf(subscription.id)).toMatchObject([{ amount_paid: 2_499 }]);
});

test('lists find what was asked for', async () => {
  const { subscription, customer } = await subscribed();
  expect((await stripe.subscriptions.list({ customer })).data.map(({ id }) => id)).toEqual([subscription.id]);
  await stripe.subscriptions.cancel(subscription.id);
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  expect((await stripe.subscriptions.list({ customer, status: 'canceled' })).data).toHaveLength(1);
});

test('an unknown parameter, a foreign card, and an item without a price are rejected', async () => {
  const { customer } = await aSubscriber();
  const other = await aSubscriber();
  const send = (parameters: object) =>
    refusalOf(stripe.rawRequest('POST', '/v1/subscriptions', { customer, ...parameters }));
  expect((await send({ items: [{ price_data: monthly(500) }], color: 'blue' })).code).toBe(
    'parameter_unknown',
  );
  expect(
    (await send({ items: [{ price_data: monthly(500) }], default_payment_method: other.card })).code,
  ).toBe('resource_missing');
  expect((await send({ items: [{ quantity: 1 }] })).code).toBe('parameter_missing');
  expect((await send({ items: [{ price_data: monthly(500) }] })).message).toContain(
    'no attached payment source',
  );
});
