/**
 * The billing part of the dashboard: pages and forms over HTTP.
 *
 * @module-tag long
 */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStripeSandbox, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

let world: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  world = await aStripeSandbox();
  stripe = world.stripe;
});
afterAll(() => world?.stop());

const read = async (path: string): Promise<string> => (await fetch(`${world.sandbox.origin}${path}`)).text();
const press = async (path: string, form: Record<string, string> = {}, origin = world.sandbox.origin) => {
  const body = new URLSearchParams(form);
  return (
    await fetch(`${world.sandbox.origin}${path}`, {
      method: 'POST',
      body,
      headers: { origin },
      redirect: 'manual',
    })
  ).status;
};

async function aSubscription(token: string) {
  const { id: customer } = await stripe.customers.create({ email: 'ada@lagos.example' });
  const card = await stripe.paymentMethods.attach(token, { customer });
  const product = await stripe.products.create({ name: 'Credit <Builder>' });
  const price_data = {
    currency: 'usd',
    product: product.id,
    unit_amount: 1_999,
    recurring: { interval: 'month' as const },
  };
  const settings = { customer, default_payment_method: card.id, trial_period_days: 1 };
  return stripe.subscriptions.create({ ...settings, items: [{ price_data }] });
}

test('a subscription is shown with its customer and its invoices, and time can pass', async () => {
  const { id, customer } = await aSubscription('pm_card_visa');
  for (const path of [
    '/stripe/billing',
    `/stripe/customers/${String(customer)}`,
    `/stripe/subscriptions/${id}`,
  ]) {
    const page = await read(path);
    for (const words of ['ada@lagos.example', 'Credit &lt;Builder&gt;', 'trialing'])
      expect(page, path).toContain(words);
  }
  expect(await press('/stripe/clock', { days: '31' })).toBe(303);
  expect(await read(`/stripe/subscriptions/${id}`)).toContain('$19.99');
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data[0]).toMatchObject({
    amount_paid: 1_999,
  });
});

test('a subscription is canceled at period end, resumed, and canceled now; another origin cannot do that', async () => {
  const { id } = await aSubscription('pm_card_visa');
  expect(await press(`/stripe/subscriptions/${id}/cancel`, {}, 'http://elsewhere.example')).toBe(403);
  expect(await press(`/stripe/subscriptions/${id}/cancel-later`)).toBe(303);
  expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true);
  expect(await press(`/stripe/subscriptions/${id}/keep`)).toBe(303);
  expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
  expect(await press(`/stripe/subscriptions/${id}/cancel`)).toBe(303);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(await press(`/stripe/subscriptions/${id}/explode`)).toBe(404);
});

test('an open invoice is charged, written off, voided; a rejected action shows its error on the page', async () => {
  const { id } = await aSubscription('pm_card_chargeCustomerFail');
  await world.control('POST', '/clock', { advance_days: 1.1 });
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  const path = `/stripe/invoices/${open?.id ?? ''}`;
  expect(await read(path)).toContain('Charge the saved card');
  expect(await press(`${path}/pay`)).toBe(303);
  expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(2);
  expect(await press(`${path}/mark-uncollectible`)).toBe(303);
  expect(await read(path)).toContain('uncollectible');
  expect(await press(`${path}/mark-uncollectible`)).toBe(400);
  expect(await press(`${path}/void`)).toBe(303);
  expect((await stripe.invoices.retrieve(open?.id ?? '')).status).toBe('void');
  expect((await fetch(`${world.sandbox.origin}/stripe/invoices/in_none`)).status).toBe(404);
});
