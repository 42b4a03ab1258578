/**
 * The browser script in a real Chromium, under the shop's content policy, driven through the real React wrappers and the
 * real sandbox. One page per question, one browser for all.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from '@playwright/test';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { type FixturePage, serveFixture } from '#sandbox/stripe/browser/fixture-page.ts';
import { watchShapes } from '#sandbox/stripe/schema/watch.ts';
import { installedBrowser } from '#tools/browser.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let card: FrameLocator;
let sandbox: Sandbox;
let fixture: FixturePage;
let stripe: Stripe;
let problems: string[] = [];
const watch = watchShapes();

const payment = { mode: 'payment', amount: 1099, currency: 'usd', allowedPaymentMethodTypes: ['card'] };
const never = { fields: { billingDetails: { name: 'never', email: 'never', phone: 'never' } } };

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null, observe: watch.observe });
  const base = { scriptUrl: `${sandbox.origin}/endive/stripe.js`, publishableKey: sandbox.publishableKey, element: never };
  const night = { variables: { colorBackground: '#1b2230', colorText: '#f3f6fb', colorPrimary: '#8ab4ff', borderRadius: '12px', fontSizeBase: '18px' } };
  fixture = await serveFixture(sandbox.origin, {
    '/': { ...base, options: payment },
    '/dark': { ...base, isDark: true, options: { ...payment, appearance: night } },
    '/setup': { ...base, options: { mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: ['card'] } },
  });
  const { hostname, port } = new URL(sandbox.origin);
  stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  browser = await chromium.launch({
    executablePath: installedBrowser(process.env) ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
  context = await browser.newContext();
  page = await context.newPage();
  card = page.frameLocator('iframe[title="Secure payment input frame"]');
  watchPage();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await fixture?.stop();
  await sandbox?.stop();
});

afterEach(() => expect(problems).toEqual([]));

/** Loads the tiny shop afresh and waits until its card fields are there. Anything the browser complains about fails the test. */
async function open(path = '/', { width = 600 } = {}): Promise<void> {
  problems = [];
  await page.setViewportSize({ width, height: 720 });
  await page.goto(fixture.origin + path);
  await card.locator('#payment-numberInput').waitFor();
}

function watchPage(): void {
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const isExpected = /status of 40[02]|net::ERR_FAILED/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isExpected) problems.push(message.text());
  });
}

async function fill(number: string, expiry = '12/34', code = '123'): Promise<void> {
  await card.locator('#payment-numberInput').fill(number);
  await card.locator('#payment-expiryInput').fill(expiry);
  await card.locator('#payment-cvcInput').fill(code);
}

async function anIntent(extra: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({
    amount: 1099, currency: 'usd', automatic_payment_methods: { enabled: true }, allowed_payment_method_types: ['card'], ...extra,
  });
  await page.evaluate((secret) => { window.shop.clientSecret = secret; }, intent.client_secret ?? '');
  return intent;
}

const pay = (): Promise<void> => page.getByRole('button', { name: 'Pay' }).click();
const said = (text: string | RegExp): Promise<void> => page.locator('output', { hasText: text }).waitFor();
const events = (): Promise<string[]> => page.evaluate(() => window.shop.events);
const bank = (): FrameLocator => page.frameLocator('iframe[title="Card authentication frame"]');

describe('the payment Element', () => {
  test('is accepted by loadStripe and React in StrictMode, and becomes ready once, later than its mount', async () => {
    await open();
    await page.waitForFunction(() => window.shop.events.includes('ready'));
    expect(await events()).toEqual(['loaderstart', 'ready']);
    expect(await page.locator('iframe').count()).toBe(1);
  });

  test('gives its type back when it is taken off the page, and can come again', async () => {
    await open();
    const second = await page.evaluate(() => {
      try { window.shop.elements?.create('payment'); return 'created'; } catch (error) { return String(error); }
    });
    expect(second).toContain('IntegrationError: Can only create one Element of type payment');
    await page.evaluate(() => window.shop.show(false));
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.evaluate(() => window.shop.show(true));
    await card.locator('#payment-numberInput').waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
  });

  test('says under each field what is missing, and tells the shop the first reason', async () => {
    await open('/', { width: 312 });
    await pay();
    await said('refused: Your card number is incomplete.');
    const number = card.getByLabel('Card number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await card.locator(`#${await number.getAttribute('aria-describedby')}`).textContent()).toBe('Your card number is incomplete.');
    await card.getByText("Your card's expiration date is incomplete.").waitFor();
    await card.getByText("Your card's security code is incomplete.").waitFor();
    await fill('4242424242424241', '12/20');
    await pay();
    await said('refused: Your card number is invalid.');
    await card.getByText("Your card's expiration year is in the past.").waitFor();
    const [inside, outside] = await Promise.all([
      card.locator('main').evaluate((node) => [node.scrollWidth <= window.innerWidth, Math.ceil(node.getBoundingClientRect().height)]),
      page.locator('iframe').evaluate((node) => node.getBoundingClientRect().height),
    ]);
    expect(inside).toEqual([true, outside]);
  });

  test('formats while typing, works by keyboard alone, and Enter presses the shop’s button', async () => {
    await open();
    const intent = await anIntent();
    await page.getByLabel('Before').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('42424242424242');
    await page.keyboard.type('42');
    await page.keyboard.press('Tab');
    await page.keyboard.type('434');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    expect(await card.locator('input').evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')))).toEqual(['4242 4242 4242 4242', '04 / 34', '123']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pay');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await said('succeeded');
    expect(await events()).toEqual(['loaderstart', 'ready', 'focus', 'change card empty=false complete=false', 'change card empty=false complete=true', 'blur', 'focus', 'pressed']);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('wears the appearance of the shop, dark included, and offers large targets', async () => {
    await open('/dark');
    const look = await card.locator('#payment-numberInput').evaluate((node) => {
      const { backgroundColor, color, borderRadius, fontSize } = getComputedStyle(node);
      return { backgroundColor, color, borderRadius, fontSize, height: node.getBoundingClientRect().height, scheme: document.documentElement.style.colorScheme };
    });
    expect(look).toMatchObject({ backgroundColor: 'rgb(27, 34, 48)', color: 'rgb(243, 246, 251)', borderRadius: '12px', fontSize: '18px', scheme: 'dark' });
    expect(look.height).toBeGreaterThanOrEqual(44);
    expect(await page.locator('iframe').evaluate((node) => node.style.colorScheme)).toBe('dark');
    await pay();
    await said('refused');
    const { violations } = await new AxeBuilder({ page }).disableRules(['region', 'page-has-heading-one']).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
  });
});

describe('a payment', () => {
  test('with a good card succeeds, and the card never reaches the shop’s page', async () => {
    await open();
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      window.addEventListener('message', (event) => heard.push(JSON.stringify(event.data)));
    });
    const intent = await anIntent();
    await fill('4242424242424242');
    await pay();
    await said('succeeded');
    const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
    expect(heard).toContain('pm_');
    expect(heard).not.toMatch(/4242|12 ?\/ ?34/);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: { billing_details: { name: 'Kofi Mensah', email: 'kofi@example.com' }, card: { last4: '4242', exp_month: 12, exp_year: 2034 } } });
  });

  test('that is declined can be made with another card on the same intent', async () => {
    await open();
    const intent = await anIntent();
    await fill('4000000000000002');
    await pay();
    await said('card_error card_declined Your card was declined.');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
    await fill('4242424242424242');
    await pay();
    await said('succeeded');
  });

  test('that needs the bank succeeds after “Complete authentication”', async () => {
    await open();
    const intent = await anIntent();
    await fill('4000002760003184');
    await pay();
    await page.getByRole('dialog', { name: 'Card authentication' }).waitFor();
    await bank().getByText('$10.99').waitFor();
    expect(await bank().locator(':focus').textContent()).toBe('Complete authentication');
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    await said('succeeded');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('that the bank refuses or the customer gives up fails, and can be tried again', async () => {
    await open();
    const intent = await anIntent();
    await fill('4000002760003184');
    await pay();
    await bank().getByRole('button', { name: 'Fail authentication' }).click();
    await said('payment_intent_authentication_failure');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
    await pay();
    await bank().getByRole('button', { name: 'Cancel' }).click();
    await said('payment_intent_authentication_failure');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
    await pay();
    await said('working');
    await bank().getByRole('button', { name: 'Complete authentication' }).waitFor();
    await page.keyboard.press('Escape');
    await said('payment_intent_authentication_failure');
    await pay();
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    await said('succeeded');
  });

  test('meets a dead network with an error, not with an exception', async () => {
    await open();
    await anIntent();
    await fill('4242424242424242');
    await context.route('**/v1/**', (route) => route.abort());
    await pay();
    await said('api_connection_error');
    await context.unroute('**/v1/**');
    await pay();
    await said('succeeded');
  });

  test('whose intent differs from the Elements is refused; new options of the shop make it fit', async () => {
    await open();
    await fill('4242424242424242');
    await anIntent({ currency: 'eur' });
    await pay();
    await said('invalid_request_error The provided currency (eur) does not match the expected currency (usd).'.replace('error The', 'error  The'));
    await anIntent({ setup_future_usage: 'off_session' });
    await pay();
    await said('The provided setup_future_usage (off_session) does not match the expected setup_future_usage (null).');
    await page.evaluate((options) => window.shop.change(options), { ...payment, mode: 'payment' as const, amount: 2_500, setupFutureUsage: 'off_session' as const });
    await card.getByText('you allow this shop to charge your card').waitFor();
    await pay();
    await said('succeeded');
  });
});

describe('the shop’s own mistakes are thrown', () => {
  const attempt = (run: string): Promise<string> => page.evaluate(`(async () => { try { await (${run}); return 'fine'; } catch (error) { return error.name + ': ' + error.message; } })()`);

  test('no submit, no return address, missing billing details, a zero amount, old options', async () => {
    await open();
    await anIntent();
    await fill('4242424242424242');
    const confirm = (rest: string) => `shop.stripe.confirmPayment({ elements: shop.elements, clientSecret: shop.clientSecret, ${rest} })`;
    const submitted = (rest: string) => `shop.elements.submit().then(() => ${confirm(rest)})`;
    expect(await attempt(confirm("redirect: 'if_required'"))).toContain('IntegrationError: elements.submit() must be called before stripe.confirmPayment()');
    expect(await attempt(submitted(''))).toContain('`confirmParams.return_url` argument is required');
    expect(await attempt(submitted("redirect: 'if_required'"))).toContain('You specified "never" for fields.billing_details.name');
    expect(await attempt("shop.stripe.confirmPayment({ elements: shop.elements, clientSecret: 'pi_1', redirect: 'if_required' })")).toContain('clientSecret should be a client secret string');
    expect(await attempt("shop.stripe.elements({ mode: 'payment', amount: 0, currency: 'usd' })")).toContain('amount should be an integer greater than 0');
    expect(await attempt("shop.stripe.elements({ mode: 'payment', amount: 5, currency: 'usd', paymentMethodTypes: ['card'] })")).toContain('no longer supported');
    expect(await attempt("Stripe('sk_test_1')")).toContain('You should not use your secret key');
  });
});

describe('other ways through', () => {
  test('redirect: always brings the customer back with the outcome in the address', async () => {
    await open();
    const intent = await anIntent();
    await fill('4242424242424242');
    await page.evaluate(async () => {
      const { stripe, elements, clientSecret, billing } = window.shop;
      await elements?.submit();
      const back = { return_url: `${window.location.origin}/back?orderId=1`, payment_method_data: { billing_details: billing } };
      if (elements !== null) void stripe?.confirmPayment({ elements, clientSecret, confirmParams: back });
    });
    await page.waitForURL(/\/back/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ orderId: '1', payment_intent: intent.id, payment_intent_client_secret: intent.client_secret, redirect_status: 'succeeded' });
  });

  test('a payment that the server confirmed is finished by handleNextAction', async () => {
    await open();
    const intent = await anIntent({ payment_method: 'pm_card_authenticationRequired', confirm: true, use_stripe_sdk: true, return_url: `${fixture.origin}/back` });
    expect(intent.status).toBe('requires_action');
    const outcome = page.evaluate(async () => (await window.shop.stripe?.handleNextAction({ clientSecret: window.shop.clientSecret }))?.paymentIntent?.status);
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    expect(await outcome).toBe('succeeded');
  });

  test('the bank’s page works on its own, without script, for a redirect', async () => {
    await open();
    const intent = await anIntent({ payment_method: 'pm_card_authenticationRequired', confirm: true, return_url: `${fixture.origin}/back` });
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(intent.next_action?.redirect_to_url?.url ?? '');
    expect(await plain.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await plain.getByRole('button', { name: 'Fail authentication' }).click();
    await plain.waitForURL(/\/back/);
    expect(new URL(plain.url()).searchParams.get('redirect_status')).toBe('failed');
    await plain.close();
  });

  test('a card is saved by confirmSetup', async () => {
    await open('/setup');
    const customer = await stripe.customers.create({ email: 'kofi@example.com' });
    const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session', automatic_payment_methods: { enabled: true }, allowed_payment_method_types: ['card'] });
    await fill('4000002500003155');
    const outcome = page.evaluate(async (clientSecret) => {
      const { stripe, elements, billing } = window.shop;
      await elements?.submit();
      if (stripe === null || elements === null) return null;
      const done = await stripe.confirmSetup({ elements, clientSecret, redirect: 'if_required', confirmParams: { payment_method_data: { billing_details: billing } } });
      return done.error?.message ?? done.setupIntent?.status ?? null;
    }, setup.client_secret ?? '');
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    expect(await outcome).toBe('succeeded');
    const saved = await stripe.customers.listPaymentMethods(customer.id);
    expect(saved.data.map(({ card: details }) => details?.last4)).toEqual(['3155']);
  });
});

test('everything said between the shop and the sandbox on the way was Stripe-shaped', () => {
  expect(watch.complaints).toEqual([]);
  expect(watch.seen).toBeGreaterThan(20);
});
