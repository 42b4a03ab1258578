/**
 * Payments and saved cards in a real Chromium, with the real React wrappers and the real sandbox: good cards,
 * declines, every outcome of a 3-D Secure challenge, network failures, mismatched intents.
 *
 * @module-tag long
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aTinyShop, type TinyShop } from '#test/builders/tiny-shop.ts';

let shop: TinyShop;
const payment = { mode: 'payment', amount: 1099, currency: 'usd', allowedPaymentMethodTypes: ['card'] };
const never = { fields: { billingDetails: { name: 'never', email: 'never', phone: 'never' } } };

beforeAll(async () => {
  const setup = { mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] };
  shop = await aTinyShop({ '/': { options: payment }, '/setup': { options: setup } }, never);
});
afterAll(() => shop?.stop());
afterEach(() => expect(shop.problems.splice(0)).toEqual([]));

describe('a payment', () => {
  test('with a good card succeeds, and the card never reaches the shop’s page', async () => {
    await shop.open();
    await shop.page.evaluate(() => {
      const messages: string[] = [];
      Reflect.set(window, 'heard', messages);
      window.addEventListener('message', (event) => messages.push(JSON.stringify(event.data)));
    });
    const intent = await shop.anIntent();
    await shop.fill('4242424242424242');
    await shop.pay();
    await shop.said('succeeded');
    const received = await shop.page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
    expect(received).toContain('pm_');
    expect(received).not.toMatch(/4242|12 ?\/ ?34/);
    const paid = await shop.stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: {
        billing_details: { name: 'Kofi Mensah', email: 'kofi@example.com' },
        card: { last4: '4242', exp_month: 12, exp_year: 2034 },
      },
    });
  });

  test('that is declined can be made with another card on the same intent', async () => {
    await shop.open();
    const intent = await shop.anIntent();
    await shop.fill('4000000000000002');
    await shop.pay();
    await shop.said('card_error card_declined Your card was declined.');
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
    await shop.fill('4242424242424242');
    await shop.pay();
    await shop.said('succeeded');
  });

  test('that needs the bank succeeds after “Complete authentication”', async () => {
    await shop.open();
    const intent = await shop.anIntent();
    await shop.fill('4000002760003184');
    await shop.pay();
    await shop.page.getByRole('dialog', { name: 'Card authentication' }).waitFor();
    await shop.bank().getByText('$10.99').waitFor();
    expect(await shop.bank().locator(':focus').textContent()).toBe('Complete authentication');
    await shop.bank().getByRole('button', { name: 'Complete authentication' }).click();
    await shop.said('succeeded');
    expect(await shop.page.getByRole('dialog').count()).toBe(0);
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('that the bank rejects or the customer cancels fails, and can be retried', async () => {
    await shop.open();
    const intent = await shop.anIntent();
    await shop.fill('4000002760003184');
    await shop.pay();
    await shop.bank().getByRole('button', { name: 'Fail authentication' }).click();
    await shop.said('payment_intent_authentication_failure');
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
    await shop.pay();
    await shop.bank().getByRole('button', { name: 'Cancel' }).click();
    await shop.said('payment_intent_authentication_failure');
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
    await shop.pay();
    await shop.said('working');
    await shop.bank().getByRole('button', { name: 'Complete authentication' }).waitFor();
    await shop.page.keyboard.press('Escape');
    await shop.said('payment_intent_authentication_failure');
    await shop.pay();
    await shop.bank().getByRole('button', { name: 'Complete authentication' }).click();
    await shop.said('succeeded');
  });

  test('that the bank authenticates over a slow connection is answered by the first click', async () => {
    await shop.open();
    await shop.anIntent();
    await shop.fill('4000002760003184');
    const slow = '**/3ds/challenge-page.js';
    await shop.page.route(slow, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await shop.pay();
    await shop.bank().getByRole('button', { name: 'Fail authentication' }).click();
    await shop.said('payment_intent_authentication_failure');
    await shop.page.unroute(slow);
  });

  test('reports a dead network as an error, not an exception', async () => {
    await shop.open();
    await shop.anIntent();
    await shop.fill('4242424242424242');
    await shop.page.route('**/v1/**', (route) => route.abort());
    await shop.pay();
    await shop.said('api_connection_error');
    await shop.page.unroute('**/v1/**');
    await shop.pay();
    await shop.said('succeeded');
  });

  test('whose intent differs from the Elements is rejected; new options of the shop make it match', async () => {
    await shop.open();
    await shop.fill('4242424242424242');
    await shop.anIntent({ currency: 'eur' });
    await shop.pay();
    await shop.said(
      'invalid_request_error The provided currency (eur) does not match the expected currency (usd).'.replace(
        'error The',
        'error  The',
      ),
    );
    await shop.anIntent({ setup_future_usage: 'off_session' });
    await shop.pay();
    await shop.said(
      'The provided setup_future_usage (off_session) does not match the expected setup_future_usage (null).',
    );
    await shop.page.evaluate((options) => window.shop.change(options), {
      ...payment,
      mode: 'payment' as const,
      amount: 2_500,
      setupFutureUsage: 'off_session' as const,
    });
    await shop.card.getByText('you allow this shop to charge your card').waitFor();
    await shop.pay();
    await shop.said('succeeded');
  });
});

describe('other flows', () => {
  test('redirect: always returns the customer with the outcome in the URL', async () => {
    await shop.open();
    const intent = await shop.anIntent();
    await shop.fill('4242424242424242');
    await shop.page.evaluate(async () => {
      const { stripe, elements, clientSecret, billing } = window.shop;
      await elements?.submit();
      const returnOptions = {
        return_url: `${window.location.origin}/back?orderId=1`,
        payment_method_data: { billing_details: billing },
      };
      if (elements !== null)
        void stripe?.confirmPayment({ elements, clientSecret, confirmParams: returnOptions });
    });
    await shop.page.waitForURL(/\/back/);
    expect(Object.fromEntries(new URL(shop.page.url()).searchParams)).toEqual({
      orderId: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });

  test('a payment that the server confirmed is finished by handleNextAction', async () => {
    await shop.open();
    const intent = await shop.anIntent({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      use_stripe_sdk: true,
      return_url: `${shop.origin}/back`,
    });
    expect(intent.status).toBe('requires_action');
    const outcome = shop.page.evaluate(
      async () =>
        (await window.shop.stripe?.handleNextAction({ clientSecret: window.shop.clientSecret }))
          ?.paymentIntent?.status,
    );
    await shop.bank().getByRole('button', { name: 'Complete authentication' }).click();
    expect(await outcome).toBe('succeeded');
  });

  test('the bank’s page works on its own, without script, for a redirect', async () => {
    await shop.open();
    const intent = await shop.anIntent({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: `${shop.origin}/back`,
    });
    const plain = await shop.browser.newPage({ javaScriptEnabled: false });
    await plain.goto(intent.next_action?.redirect_to_url?.url ?? '');
    expect(await plain.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await plain.getByRole('button', { name: 'Fail authentication' }).click();
    await plain.waitForURL(/\/back/);
    expect(new URL(plain.url()).searchParams.get('redirect_status')).toBe('failed');
    await plain.close();
  });

  test('a card is saved by confirmSetup', async () => {
    await shop.open('/setup');
    const customer = await shop.stripe.customers.create({ email: 'kofi@example.com' });
    const setup = await shop.stripe.setupIntents.create({
      customer: customer.id,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      allowed_payment_method_types: ['card'],
    });
    await shop.fill('4000002500003155');
    const outcome = shop.page.evaluate(async (clientSecret) => {
      const { stripe, elements, billing } = window.shop;
      await elements?.submit();
      if (stripe === null || elements === null) return null;
      const done = await stripe.confirmSetup({
        elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { payment_method_data: { billing_details: billing } },
      });
      return done.error?.message ?? done.setupIntent?.status ?? null;
    }, setup.client_secret ?? '');
    await shop.bank().getByRole('button', { name: 'Complete authentication' }).click();
    expect(await outcome).toBe('succeeded');
    const saved = await shop.stripe.customers.listPaymentMethods(customer.id);
    expect(saved.data.map(({ card: details }) => details?.last4)).toEqual(['3155']);
  });
});

test('every message between the shop and the sandbox was Stripe-shaped', () => {
  expect(shop.watch.complaints).toEqual([]);
  expect(shop.watch.seen).toBeGreaterThan(20);
});
