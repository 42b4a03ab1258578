/**
 * Customers, saved cards, setups, refunds, lists, search, and expansion, through the official SDK.
 *
 * @module-tag long
 */
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
  world = await aStripeSandbox({ shapes: true, timings: { settleAfterMs: 3_600_000 } });
  stripe = world.stripe;
});
afterAll(() => world?.stop());

const fine = {
  amount: 1_999,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: { enabled: true },
} satisfies Stripe.PaymentIntentCreateParams;
const paid = (token = 'pm_card_visa') =>
  stripe.paymentIntents.create({ ...fine, confirm: true, payment_method: token });
const chargeOf = async ({ id }: Stripe.PaymentIntent) =>
  (await stripe.charges.list({ payment_intent: id })).data[0];
const typesAbout = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

describe('customers', () => {
  test('are created, changed, listed by e-mail, and leave a tombstone', async () => {
    const ada = await stripe.customers.create({
      email: 'ada@lagos.example',
      name: 'Ada',
      address: { line1: '1 Marina', country: 'NG' },
      metadata: { user_id: 'usr_1' },
    });
    expect(ada).toMatchObject({
      email: 'ada@lagos.example',
      address: { line1: '1 Marina', country: 'NG', city: null },
      metadata: { user_id: 'usr_1' },
    });
    const changed = await stripe.customers.update(ada.id, { name: '', phone: '+2341' });
    expect([changed.name, changed.phone, changed.email]).toEqual([null, '+2341', 'ada@lagos.example']);
    expect((await stripe.customers.list({ email: 'ada@lagos.example' })).data.map(({ id }) => id)).toEqual([
      ada.id,
    ]);
    await stripe.customers.del(ada.id);
    expect(await stripe.customers.retrieve(ada.id)).toEqual(
      expect.objectContaining({ id: ada.id, deleted: true }),
    );
    expect((await stripe.customers.list({ email: 'ada@lagos.example' })).data).toEqual([]);
    expect(await typesAbout(ada.id)).toEqual(['customer.created', 'customer.updated', 'customer.deleted']);
  });

  test('an invalid e-mail address is rejected', async () => {
    expect((await refusalOf(stripe.customers.create({ email: 'nobody' }))).code).toBe('email_invalid');
  });
});

describe('saved cards', () => {
  test('attach, list, make default, detach; a detached card cannot be used again', async () => {
    const { id: customer } = await stripe.customers.create();
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
    const read = await stripe.customers.retrieve(customer, {
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(read).toMatchObject({
      invoice_settings: { default_payment_method: { id: card.id, card: { brand: 'mastercard' } } },
    });
    expect(
      (await stripe.customers.listPaymentMethods(customer, { type: 'card' })).data.map(({ id }) => id),
    ).toEqual([card.id]);
    expect((await stripe.paymentMethods.detach(card.id)).customer).toBeNull();
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
    expect((await refusalOf(stripe.paymentMethods.attach(card.id, { customer }))).statusCode).toBe(400);
  });

  test('a card that declines cannot be attached, the one made for it can', async () => {
    const { id: customer } = await stripe.customers.create();
    expect(
      (await refusalOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }))).statusCode,
    ).toBe(402);
    const saved = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    expect(
      (
        await refusalOf(
          stripe.paymentIntents.create({ ...fine, customer, payment_method: saved.id, confirm: true }),
        )
      ).statusCode,
    ).toBe(402);
  });

  test('a card of one customer cannot be attached to another', async () => {
    const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()];
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id });
    expect((await refusalOf(stripe.paymentMethods.attach(card.id, { customer: bob.id }))).statusCode).toBe(
      400,
    );
    expect((await refusalOf(stripe.customers.retrievePaymentMethod(bob.id, card.id))).statusCode).toBe(404);
  });
});

describe('set-ups', () => {
  const setUp = async (card: string, challenge?: 'pass' | 'fail') => {
    const { id: customer } = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
    const result = await world.control('POST', '/confirm', {
      setup_intent: intent.id,
      card,
      ...(challenge === undefined ? {} : { challenge }),
    });
    return { customer, intent, result, cards: (await stripe.customers.listPaymentMethods(customer)).data };
  };

  test('a plain card is saved from the browser', async () => {
    const { id: customer } = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
    expect((await payInBrowser(world, intent, '4242424242424242')).body).toMatchObject({
      status: 'succeeded',
    });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
    expect(await typesAbout(intent.id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
  });

  test('a card that requires authentication is saved after it succeeds, and then pays off session', async () => {
    const { customer, result, cards } = await setUp('4000002500003155', 'pass');
    expect(result.status).toBe('succeeded');
    const intent = await stripe.paymentIntents.create({
      ...fine,
      customer,
      payment_method: cards[0]?.id ?? '',
      confirm: true,
      off_session: true,
    });
    expect(intent.status).toBe('succeeded');
  });

  test('a failed answer saves nothing', async () => {
    const { result, cards, intent } = await setUp('4000002500003155', 'fail');
    expect(result).toMatchObject({
      status: 'requires_payment_method',
      error_code: 'setup_intent_authentication_failure',
    });
    expect(cards).toEqual([]);
    expect(await typesAbout(intent.id)).toContain('setup_intent.setup_failed');
  });

  test('a card that declines is not saved', async () => {
    const { result, cards } = await setUp('4000000000000002');
    expect(result).toMatchObject({ status: 'requires_payment_method', decline_code: 'generic_decline' });
    expect(cards).toEqual([]);
  });
});

describe('refunds', () => {
  test('in parts, never above what was captured, and the charge follows', async () => {
    const intent = await paid();
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 500,
      metadata: { refund_id: 'ref_1' },
    });
    expect(part).toMatchObject({
      status: 'succeeded',
      amount: 500,
      payment_intent: intent.id,
      charge: intent.latest_charge,
      metadata: { refund_id: 'ref_1' },
    });
    expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id, amount: 1_500 }))).param).toBe(
      'amount',
    );
    await stripe.refunds.create({ charge: String(intent.latest_charge) });
    expect(await chargeOf(intent)).toMatchObject({
      amount_refunded: 1_999,
      refunded: true,
    });
    expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_already_refunded',
    );
    expect(
      (await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount),
    ).toEqual([1_499, 500]);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    expect((await stripe.refunds.update(part.id, { metadata: { note: 'x' } })).metadata).toEqual({
      refund_id: 'ref_1',
      note: 'x',
    });
  });

  test('two clicks under one key are one refund', async () => {
    const intent = await paid();
    const click = () =>
      stripe.refunds.create(
        { payment_intent: intent.id, amount: 100 },
        { idempotencyKey: `refund:${intent.id}` },
      );
    const [first, second] = [await click(), await click()];
    expect(second.id).toBe(first.id);
    expect((await chargeOf(intent))?.amount_refunded).toBe(100);
  });

  test('4000000000007726 is pending first and arrives later', async () => {
    const refund = await stripe.refunds.create({ payment_intent: (await paid('pm_card_pendingRefund')).id });
    expect(refund.status).toBe('pending');
    await world.control('POST', '/settle');
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect(await typesAbout(refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
    ]);
  });

  test('4000000000005126 succeeds first and fails later, and the charge counts as paid again', async () => {
    const intent = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    await world.control('POST', '/settle');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await chargeOf(intent)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    expect(await typesAbout(refund.id)).toContain('refund.failed');
  });

  test('an unpaid payment has nothing to refund', async () => {
    const { id } = await stripe.paymentIntents.create(fine);
    expect((await refusalOf(stripe.refunds.create({ payment_intent: id }))).statusCode).toBe(400);
  });

  test('from the dashboard: the form refunds, another origin is rejected', async () => {
    const intent = await paid();
    const send = (origin: string, amount: string) =>
      fetch(`${world.sandbox.origin}/stripe/payments/${intent.id}/refunds`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ amount }),
        redirect: 'manual',
      });
    expect((await send('http://elsewhere.example', '5')).status).toBe(403);
    expect((await send(world.sandbox.origin, '12.345')).status).toBe(400);
    expect((await send(world.sandbox.origin, '5.00')).status).toBe(303);
    expect(
      (await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount),
    ).toEqual([500]);
    const shown = await (await fetch(`${world.sandbox.origin}/stripe/payments/${intent.id}`)).text();
    expect(shown).toContain('$5.00');
    expect(shown).toContain('charge.refunded');
  });
});

describe('lists, search, expansion', () => {
  test('cursors page forwards and backwards, and auto-paging returns everything once', async () => {
    const { id: customer } = await stripe.customers.create();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1)
      ids.unshift((await stripe.paymentIntents.create({ ...fine, customer })).id);
    const first = await stripe.paymentIntents.list({ customer, limit: 3 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 3), true]);
    const previousPage = await stripe.paymentIntents.list({
      customer,
      limit: 2,
      ending_before: ids[4] ?? '',
    });
    expect([previousPage.data.map(({ id }) => id), previousPage.has_more]).toEqual([ids.slice(2, 4), true]);
    const all = await stripe.paymentIntents.list({ customer, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect((await refusalOf(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).param).toBe(
      'starting_after',
    );
    expect((await refusalOf(stripe.paymentIntents.list({ limit: 101 }))).param).toBe('limit');
    expect((await stripe.paymentIntents.list({ customer, created: { lt: 1_000 } })).data).toEqual([]);
  });

  test('a payment is found by our id in its metadata', async () => {
    const { id } = await stripe.paymentIntents.create({
      ...fine,
      metadata: { payment_id: "pay_o'1", order_id: 'ord_1' },
    });
    const found = async (query: string) =>
      (await stripe.paymentIntents.search({ query })).data.map((intent) => intent.id);
    expect(await found('metadata["payment_id"]:"pay_o\'1"')).toEqual([id]);
    expect(await found(`metadata['payment_id']:'pay_o\\'1' AND status:'requires_payment_method'`)).toEqual([
      id,
    ]);
    expect(await found(`metadata['payment_id']:'pay_o\\'1' AND -status:'requires_payment_method'`)).toEqual(
      [],
    );
    expect(await found("metadata['payment_id']:'pay_none'")).toEqual([]);
    expect((await refusalOf(stripe.paymentIntents.search({ query: 'color:red' }))).param).toBe('query');
  });

  test('ids are expanded into objects, in single responses and lists, and invalid paths are rejected', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ada' });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const intent = await stripe.paymentIntents.create({
      ...fine,
      customer,
      payment_method: card.id,
      confirm: true,
      expand: ['customer', 'latest_charge.customer'],
    });
    expect(intent).toMatchObject({
      customer: { name: 'Ada' },
      latest_charge: { object: 'charge', customer: { name: 'Ada' } },
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    const listed = await stripe.charges.list({
      payment_intent: intent.id,
      expand: ['data.refunds', 'data.payment_intent.payment_method'],
    });
    expect(listed.data[0]).toMatchObject({
      refunds: { data: [{ amount: 100 }] },
      payment_intent: { payment_method: { id: card.id } },
    });
    expect((await refusalOf(stripe.paymentIntents.retrieve(intent.id, { expand: ['color'] }))).param).toBe(
      'expand',
    );
  });

  test('events are listed by type, newest first', async () => {
    const intent = await paid();
    const { data } = await stripe.events.list({
      types: ['payment_intent.succeeded', 'charge.succeeded'],
      limit: 2,
    });
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded']);
    expect(data[0]?.data.object).toMatchObject({ id: intent.id });
  });
});

test('reset deletes objects and preserves the keys', async () => {
  await world.control('POST', '/reset');
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  expect((await stripe.events.list()).data).toEqual([]);
});

test('every request and answer above was Stripe-shaped', () => {
  expect(world.complaints).toEqual([]);
  expect(world.seen()).toBeGreaterThan(50);
});
