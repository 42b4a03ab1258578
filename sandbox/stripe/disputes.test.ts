/**
 * Disputes as seen by the bank, the shop, and the clerk, through the official SDK, the control API, and the
 * dashboard's forms.
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStripeSandbox, refusalOf, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  world = await aStripeSandbox({ shapes: true, timings: { settleAfterMs: 3_600_000 } });
  stripe = world.stripe;
});
afterAll(() => world?.stop());

const total = 14_950;
const paid = (token = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: total,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    automatic_payment_methods: { enabled: true },
    confirm: true,
    payment_method: token,
  });
const open = (intent: Stripe.PaymentIntent, options: { amount?: number; reason?: string } = {}) =>
  world.control<Stripe.Dispute & { error?: { message: string } }>('POST', '/disputes', {
    payment_intent: intent.id,
    ...options,
  });
const decide = (dispute: Stripe.Dispute, outcome: 'won' | 'lost') =>
  world.control<Stripe.Dispute & { error?: { message: string } }>('POST', `/disputes/${dispute.id}/close`, {
    outcome,
  });
const moved = ({ balance_transactions: moves }: Stripe.Dispute) => moves.map(({ amount }) => amount);
const chargeOf = async ({ id }: Stripe.PaymentIntent) =>
  (await stripe.charges.list({ payment_intent: id })).data[0];
const eventsAbout = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

describe('the bank', () => {
  test('takes the whole payment back: the money leaves with a fee, and the charge is marked', async () => {
    const intent = await paid();
    const { id } = await open(intent, { reason: 'product_not_received' });
    const dispute = await stripe.disputes.retrieve(id);
    expect(dispute).toMatchObject({
      amount: total,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      reason: 'product_not_received',
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -total, fee: 1_500, net: -total - 1_500, source: id }],
    });
    expect((await chargeOf(intent))?.disputed).toBe(true);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    expect(await eventsAbout(id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  });

  test('decides for the shop: the money is returned, and the charge is refundable again', async () => {
    const intent = await paid();
    const dispute = await open(intent);
    await decide(dispute, 'won');
    const won = await stripe.disputes.retrieve(dispute.id);
    expect([won.status, moved(won), won.is_charge_refundable]).toEqual(['won', [-total, total], true]);
    expect(await eventsAbout(dispute.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
  });

  test('decides for the shopper: the money stays withdrawn, and nothing is left to refund', async () => {
    const intent = await paid();
    const dispute = await open(intent);
    const lost = await decide(dispute, 'lost');
    expect([lost.status, moved(lost)]).toEqual(['lost', [-total]]);
    expect(await eventsAbout(dispute.id)).not.toContain('charge.dispute.funds_reinstated');
    expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_disputed',
    );
  });

  test('decides once', async () => {
    const dispute = await open(await paid());
    await decide(dispute, 'lost');
    expect((await decide(dispute, 'won')).error?.message).toContain('already closed');
  });

  test('disputes at most what was captured, in any number of parts', async () => {
    const intent = await paid();
    await open(intent, { amount: 10_000 });
    expect((await open(intent, { amount: 4_951 })).error?.message).toContain('$49.50');
    expect((await open(intent)).amount).toBe(4_950);
    expect((await open(intent)).error?.message).toContain('already disputed in full');
    expect(
      (await stripe.disputes.list({ payment_intent: intent.id })).data.map(({ amount }) => amount),
    ).toEqual([4_950, 10_000]);
  });

  test('disputes a payment that was refunded before, wholly or in part', async () => {
    const [fullyRefunded, partlyRefunded] = [await paid(), await paid()];
    await stripe.refunds.create({ payment_intent: fullyRefunded.id });
    await stripe.refunds.create({ payment_intent: partlyRefunded.id, amount: 5_000 });
    expect(moved(await open(fullyRefunded, { reason: 'credit_not_processed' }))).toEqual([-total]);
    expect(moved(await open(partlyRefunded, { amount: total - 5_000 }))).toEqual([5_000 - total]);
    expect((await refusalOf(stripe.refunds.create({ payment_intent: fullyRefunded.id }))).code).toBe(
      'charge_already_refunded',
    );
    expect(
      (await refusalOf(stripe.refunds.create({ payment_intent: partlyRefunded.id, amount: 1 }))).code,
    ).toBe('charge_disputed');
  });

  test('cannot dispute an unpaid payment', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: total,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
    });
    expect((await open(intent)).error?.message).toContain('no successful charge');
  });
});

test('a refund may return what a smaller dispute left', async () => {
  const intent = await paid();
  expect((await open(intent, { amount: 10_000 })).is_charge_refundable).toBe(true);
  expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id, amount: 4_951 }))).param).toBe(
    'amount',
  );
  expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(4_950);
});

describe('4000000000000259', () => {
  test('pays, and is disputed once when payments settle', async () => {
    const intent = await paid('pm_card_createDispute');
    expect((await chargeOf(intent))?.disputed).toBe(false);
    await world.control('POST', '/settle');
    await world.control('POST', '/settle');
    const { data } = await stripe.disputes.list({ charge: String(intent.latest_charge) });
    expect(data).toMatchObject([{ amount: total, reason: 'fraudulent', status: 'needs_response' }]);
  });
});

describe('the shop', () => {
  test('submits evidence once, and the winning evidence wins', async () => {
    const { id } = await open(await paid());
    const staged = await stripe.disputes.update(id, {
      evidence: { product_description: 'EIN filing' },
      submit: false,
      metadata: { order_id: 'ord_1' },
    });
    expect([
      staged.status,
      staged.evidence_details.has_evidence,
      staged.evidence_details.submission_count,
    ]).toEqual(['needs_response', true, 0]);
    const sent = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(sent).toMatchObject({
      status: 'under_review',
      evidence: { product_description: 'EIN filing', uncategorized_text: 'winning_evidence' },
      evidence_details: { submission_count: 1, submission_method: 'manual' },
      metadata: { order_id: 'ord_1' },
    });
    expect((await refusalOf(stripe.disputes.update(id, { evidence: { customer_name: 'Kofi' } }))).param).toBe(
      'evidence',
    );
    await world.control('POST', '/settle');
    expect((await stripe.disputes.retrieve(id)).status).toBe('won');
  });

  test('loses with the losing evidence', async () => {
    const argued = await open(await paid());
    await stripe.disputes.update(argued.id, { evidence: { uncategorized_text: 'losing_evidence' } });
    await world.control('POST', '/settle');
    expect(await stripe.disputes.retrieve(argued.id, { expand: ['charge', 'payment_intent'] })).toMatchObject(
      {
        status: 'lost',
        charge: { disputed: true },
        payment_intent: { status: 'succeeded' },
      },
    );
  });

  test('gets an error for a dispute that does not exist', async () => {
    expect((await refusalOf(stripe.disputes.retrieve('du_none'))).statusCode).toBe(404);
  });
});

test('on the dashboard staff dispute a payment and let the bank decide; another origin is rejected', async () => {
  const intent = await paid();
  const page = `${world.sandbox.origin}/stripe/payments/${intent.id}`;
  const post = (path: string, origin = world.sandbox.origin) =>
    fetch(`${page}${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(),
      redirect: 'manual',
    });
  const shown = async () => (await fetch(page)).text();
  expect(await shown()).toContain('Dispute $149.50');
  expect((await post('/disputes', 'http://elsewhere.example')).status).toBe(403);
  expect((await post('/disputes')).status).toBe(303);
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
  expect(await shown()).toContain(`action="/stripe/payments/${intent.id}/disputes/${dispute?.id}/won"`);
  expect((await post('/disputes')).status).toBe(400);
  expect((await post(`/disputes/${dispute?.id}/won`)).status).toBe(303);
  expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('won');
  expect(await (await fetch(`${world.sandbox.origin}/stripe`)).text()).toContain('disputed');
});

test('every request, answer and event above was Stripe-shaped', () => {
  expect(world.complaints).toEqual([]);
  expect(world.seen()).toBeGreaterThan(30);
});
