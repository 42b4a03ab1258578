/**
 * Standalone invoices: numbered, sent, paid on their page, voided, written off. Shapes are checked
 * against the SDK's types.
 *
 * @module-tag long
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '#test/pdf-text.ts';
import { aStripeSandbox, refusalOf, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
let customer: string;
beforeAll(async () => {
  world = await aStripeSandbox({ shapes: true });
  stripe = world.stripe;
  customer = (
    await stripe.customers.create({ email: 'ama@accra.example', name: 'Ama Ltd', invoice_prefix: 'AMA' })
  ).id;
});
afterAll(async () => {
  for await (const event of stripe.events.list({ limit: 100 })) expect(event.id).toMatch(/^evt_/);
  expect(world.complaints).toEqual([]);
  await world.stop();
});

/** An invoice as the shop creates it for Net 30: one line, our number, due in 30 days. */
async function anOpenInvoice(
  amount = 12_500,
  extra: Partial<Stripe.InvoiceCreateParams> = {},
): Promise<Stripe.Invoice> {
  const draft = await stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 30,
    pending_invoice_items_behavior: 'exclude',
    auto_advance: false,
    metadata: { invoice_id: 'inv_1' },
    ...extra,
  });
  await stripe.invoiceItems.create({
    customer: String(draft.customer),
    invoice: draft.id,
    amount,
    currency: 'usd',
    description: 'First half of order S-1001',
  });
  return stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
}

const typesAbout = async (id: string) =>
  (await stripe.events.list({ limit: 20 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

const paymentsOf = async (id: string) =>
  (await stripe.invoices.retrieve(id, { expand: ['payments'] })).payments?.data ?? [];

const payOnPage = (url: string, number: string) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ number, expiry: '12 / 34', cvc: '123', name: 'Ama Mensah' }),
  });

describe('an invoice that is sent', () => {
  test('has our number, is due in thirty days, and gets a Stripe number without one', async () => {
    const open = await anOpenInvoice(12_500, { number: 'INV-2026-00001' });
    expect(open).toMatchObject({
      status: 'open',
      number: 'INV-2026-00001',
      total: 12_500,
      amount_remaining: 12_500,
      attempted: false,
    });
    expect((open.due_date ?? 0) - (open.status_transitions.finalized_at ?? 0)).toBe(30 * 86_400);
    expect(open.lines.data).toMatchObject([
      { amount: 12_500, description: 'First half of order S-1001', parent: { type: 'invoice_item_details' } },
    ]);
    expect((await anOpenInvoice()).number).toBe('AMA-0001');
    expect((await anOpenInvoice()).number).toBe('AMA-0002');
    const repeated = stripe.invoices.create({ customer, number: 'INV-2026-00001' });
    expect((await refusalOf(repeated)).message).toContain('INV-2026-00001 already exists');
    expect(await typesAbout(open.id)).toEqual(['invoice.created', 'invoice.finalized']);
  });

  test('is immutable and accepts no more lines', async () => {
    const open = await anOpenInvoice();
    expect((await refusalOf(stripe.invoices.update(open.id, { description: 'Late' }))).code).toBe(
      'invoice_not_editable',
    );
    expect(
      (
        await refusalOf(
          stripe.invoiceItems.create({ customer, invoice: open.id, amount: 1, currency: 'usd' }),
        )
      ).code,
    ).toBe('invoice_not_editable');
    expect(await stripe.invoices.update(open.id, { metadata: { note: 'late' } })).toMatchObject({
      metadata: { note: 'late' },
    });
    const old = { customer, price: 'price_1', currency: 'usd' };
    expect((await refusalOf(stripe.rawRequest('POST', '/v1/invoiceitems', old))).code).toBe(
      'parameter_unknown',
    );
  });

  test('needs a due date, and lists can be filtered', async () => {
    expect(
      (await refusalOf(stripe.invoices.create({ customer, collection_method: 'send_invoice' }))).message,
    ).toContain('days_until_due');
    const open = await anOpenInvoice(500);
    expect(
      (await stripe.invoices.list({ customer, status: 'open', limit: 1 })).data.map(({ id }) => id),
    ).toEqual([open.id]);
  });

  test('becomes overdue when it is not paid in time', async () => {
    const open = await anOpenInvoice();
    await world.control('POST', '/clock', { advance_days: 29.9 });
    expect(await typesAbout(open.id)).not.toContain('invoice.overdue');
    await world.control('POST', '/clock', { advance_days: 0.2 });
    expect((await typesAbout(open.id)).at(-1)).toBe('invoice.overdue');
  });
});

describe('the page of an invoice', () => {
  test('shows its purpose and accepts a card', async () => {
    const open = await anOpenInvoice(9_900);
    const url = open.hosted_invoice_url ?? '';
    const shown = await (await fetch(url)).text();
    for (const words of ['$99.00', 'First half of order S-1001', 'Ama Ltd', open.number ?? '-', 'Pay $99.00'])
      expect(shown).toContain(words);
    expect((await payOnPage(url, '4242424242424242')).headers.get('location')).toBe(`/i/${open.id}`);
    expect(await (await fetch(url)).text()).toContain('Invoice paid');
    const paid = await stripe.invoices.retrieve(open.id, { expand: ['payments'] });
    expect(paid).toMatchObject({
      status: 'paid',
      amount_paid: 9_900,
      payments: { data: [{ status: 'paid', is_default: true }] },
    });
    expect(await typesAbout(open.id)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
    expect((await payOnPage(url, '4242424242424242')).status).toBe(303);
    expect(await paymentsOf(open.id)).toHaveLength(1);
  });

  test('shows why a card was declined and accepts another', async () => {
    const open = await anOpenInvoice();
    const url = open.hosted_invoice_url ?? '';
    const refused = await payOnPage(url, '4000000000009995');
    expect([refused.status, await refused.text()]).toEqual([
      402,
      expect.stringContaining('Your card has insufficient funds.'),
    ]);
    const wrong = await payOnPage(url, '4242424242424241');
    expect(await wrong.text()).toContain('Your card number is incorrect.');
    expect((await typesAbout(open.id)).at(-1)).toBe('invoice.payment_failed');
    await payOnPage(url, '5555555555554444');
    expect(await stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
  });

  test('redirects the customer to the bank and back', async () => {
    const open = await anOpenInvoice();
    const bank =
      (await payOnPage(open.hosted_invoice_url ?? '', '4000002760003184')).headers.get('location') ?? '';
    expect(bank).toContain('/3ds/');
    expect((await typesAbout(open.id)).at(-1)).toBe('invoice.payment_action_required');
    const answered = await fetch(bank.replace('?redirect=true', ''), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'complete' }),
    });
    expect(answered.headers.get('location')).toContain(`/i/${open.id}?payment_intent=pi_`);
    expect(await stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
  });

  test('does not exist for a draft, and the PDF is readable', async () => {
    const draft = await stripe.invoices.create({ customer });
    expect(draft.hosted_invoice_url).toBeNull();
    expect((await fetch(`${world.sandbox.origin}/i/${draft.id}`)).status).toBe(404);
    const open = await anOpenInvoice();
    const answer = await fetch(open.invoice_pdf ?? '');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await textOf(bytes)).join()).toContain(open.number ?? '-');
  });
});

describe('an end without payment', () => {
  test('void and uncollectible: only the second can still be paid', async () => {
    const [voided, uncollectible] = [await anOpenInvoice(), await anOpenInvoice()];
    expect(await stripe.invoices.voidInvoice(voided.id)).toMatchObject({ status: 'void' });
    expect(await typesAbout(voided.id)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.updated',
      'invoice.voided',
    ]);
    expect((await refusalOf(stripe.invoices.voidInvoice(voided.id))).statusCode).toBe(400);
    const [payment] = await paymentsOf(voided.id);
    expect(payment).toMatchObject({ status: 'canceled' });
    expect(await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'void_invoice',
    });
    expect(await stripe.invoices.markUncollectible(uncollectible.id)).toMatchObject({
      status: 'uncollectible',
    });
    expect((await typesAbout(uncollectible.id)).at(-1)).toBe('invoice.marked_uncollectible');
    await payOnPage(uncollectible.hosted_invoice_url ?? '', '4242424242424242');
    expect(await stripe.invoices.retrieve(uncollectible.id)).toMatchObject({ status: 'paid' });
  });

  test('a draft can be deleted; the PaymentIntent of an open invoice cannot be canceled or changed', async () => {
    const draft = await stripe.invoices.create({ customer });
    expect(await stripe.invoices.del(draft.id)).toMatchObject({ deleted: true });
    const open = await anOpenInvoice();
    expect((await refusalOf(stripe.invoices.del(open.id))).statusCode).toBe(400);
    const [payment] = await paymentsOf(open.id);
    const intent = String(payment?.payment.payment_intent);
    expect((await refusalOf(stripe.paymentIntents.cancel(intent))).message).toContain(open.id);
    expect((await refusalOf(stripe.paymentIntents.update(intent, { amount: 100 }))).param).toBe('amount');
  });

  test('paid outside of Stripe', async () => {
    const open = await anOpenInvoice(700);
    expect(await stripe.invoices.pay(open.id, { paid_out_of_band: true })).toMatchObject({
      status: 'paid',
      amount_paid_off_stripe: 700,
    });
  });

  test('an invoice with a zero total is paid when it is finalized', async () => {
    const draft = await stripe.invoices.create({ customer });
    expect(await stripe.invoices.finalizeInvoice(draft.id)).toMatchObject({ status: 'paid', total: 0 });
  });
});

test("a customer's balance lowers the amount due", async () => {
  const { id } = await stripe.customers.create({ balance: -500 });
  expect(await anOpenInvoice(10_000, { customer: id })).toMatchObject({
    starting_balance: -500,
    amount_due: 9_500,
    total: 10_000,
    ending_balance: 0,
  });
});

test('lines beyond the tenth are only on the page', async () => {
  const draft = await stripe.invoices.create({ customer });
  for (let at = 0; at < 12; at += 1)
    await stripe.invoiceItems.create({
      customer,
      invoice: draft.id,
      amount: 100 + at,
      currency: 'usd',
      description: `Part ${at + 1}`,
    });
  const open = await stripe.invoices.finalizeInvoice(draft.id);
  expect(open).toMatchObject({ total: 1_266, lines: { has_more: true } });
  expect(open.lines.data).toHaveLength(10);
  expect(await (await fetch(open.hosted_invoice_url ?? '')).text()).toContain('Part 12');
});

test('a card that paid with setup_future_usage can be attached afterwards; one that paid without cannot', async () => {
  const paid = (extra: object) =>
    stripe.paymentIntents.create({
      amount: 1_999,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      ...extra,
    });
  const { id } = await stripe.customers.create();
  const saved = String((await paid({ setup_future_usage: 'off_session' })).payment_method);
  expect(await stripe.paymentMethods.attach(saved, { customer: id })).toMatchObject({ customer: id });
  const used = String((await paid({})).payment_method);
  expect((await refusalOf(stripe.paymentMethods.attach(used, { customer: id }))).message).toBe(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
  );
});
