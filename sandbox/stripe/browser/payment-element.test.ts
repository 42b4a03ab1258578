/**
 * The payment Element in a real Chromium: its lifecycle under React, its events, its look, and the errors
 * that it throws for wrong use. The page has the shop's content policy.
 *
 * @module-tag long
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aTinyShop, type TinyShop } from '#test/builders/tiny-shop.ts';
import { faultsOn } from '#test/axe.ts';

let shop: TinyShop;
const payment = { mode: 'payment', amount: 1099, currency: 'usd', allowedPaymentMethodTypes: ['card'] };
const never = { fields: { billingDetails: { name: 'never', email: 'never', phone: 'never' } } };
const darkTheme = {
  variables: {
    colorBackground: '#1b2230',
    colorText: '#f3f6fb',
    colorPrimary: '#8ab4ff',
    borderRadius: '12px',
    fontSizeBase: '18px',
  },
};

beforeAll(async () => {
  shop = await aTinyShop(
    { '/': { options: payment }, '/dark': { isDark: true, options: { ...payment, appearance: darkTheme } } },
    never,
  );
});
afterAll(() => shop?.stop());
afterEach(() => expect(shop.problems.splice(0)).toEqual([]));

const events = (): Promise<string[]> => shop.page.evaluate(() => window.shop.events);

describe('the payment Element', () => {
  test('is accepted by loadStripe and React in StrictMode, and becomes ready once, after its mount', async () => {
    await shop.open();
    await shop.page.waitForFunction(() => window.shop.events.includes('ready'));
    expect(await events()).toEqual(['loaderstart', 'ready']);
    expect(await shop.page.locator('iframe').count()).toBe(1);
  });

  test('frees its type when it is unmounted, and can be mounted again', async () => {
    await shop.open();
    const second = await shop.page.evaluate(() => {
      try {
        window.shop.elements?.create('payment');
        return 'created';
      } catch (error) {
        return String(error);
      }
    });
    expect(second).toContain('IntegrationError: Can only create one Element of type payment');
    await shop.page.evaluate(() => window.shop.show(false));
    await shop.page.locator('iframe').waitFor({ state: 'detached' });
    await shop.page.evaluate(() => window.shop.show(true));
    await shop.card.locator('#payment-numberInput').waitFor();
    expect(await shop.page.locator('iframe').count()).toBe(1);
  });

  test('shows under each field what is missing, and reports the first reason to the shop', async () => {
    await shop.open('/', { width: 312 });
    await shop.pay();
    await shop.said('refused: Your card number is incomplete.');
    const number = shop.card.getByLabel('Card number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await shop.card.locator(`#${await number.getAttribute('aria-describedby')}`).textContent()).toBe(
      'Your card number is incomplete.',
    );
    await shop.card.getByText("Your card's expiration date is incomplete.").waitFor();
    await shop.card.getByText("Your card's security code is incomplete.").waitFor();
    await shop.fill('4242424242424241', '12/20');
    await shop.pay();
    await shop.said('refused: Your card number is invalid.');
    await shop.card.getByText("Your card's expiration year is in the past.").waitFor();
    const [inside, outside] = await Promise.all([
      shop.card
        .locator('main')
        .evaluate((node) => [
          node.scrollWidth <= window.innerWidth,
          Math.ceil(node.getBoundingClientRect().height),
        ]),
      shop.page.locator('iframe').evaluate((node) => node.getBoundingClientRect().height),
    ]);
    expect(inside).toEqual([true, outside]);
  });

  test('formats while typing, works by keyboard alone, and Enter clicks the shop’s button', async () => {
    await shop.open();
    const intent = await shop.anIntent();
    await shop.page.getByLabel('Before').focus();
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.insertText('42424242424242');
    await shop.page.keyboard.type('42');
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.type('434');
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.type('1234');
    expect(
      await shop.card
        .locator('input')
        .evaluateAll((inputs) =>
          inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')),
        ),
    ).toEqual(['4242 4242 4242 4242', '04 / 34', '123']);
    await shop.page.keyboard.press('Tab');
    expect(await shop.page.evaluate(() => document.activeElement?.textContent)).toBe('Pay');
    await shop.page.keyboard.press('Shift+Tab');
    await shop.page.keyboard.press('Enter');
    await shop.said('succeeded');
    expect(await events()).toEqual([
      'loaderstart',
      'ready',
      'focus',
      'change card empty=false complete=false',
      'change card empty=false complete=true',
      'blur',
      'focus',
      'pressed',
    ]);
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  test('uses the appearance of the shop, including dark mode, and has large targets', async () => {
    await shop.open('/dark');
    const appearance = await shop.card.locator('#payment-numberInput').evaluate((node) => {
      const { backgroundColor, color, borderRadius, fontSize } = getComputedStyle(node);
      return {
        backgroundColor,
        color,
        borderRadius,
        fontSize,
        height: node.getBoundingClientRect().height,
        scheme: document.documentElement.style.colorScheme,
      };
    });
    expect(appearance).toMatchObject({
      backgroundColor: 'rgb(27, 34, 48)',
      color: 'rgb(243, 246, 251)',
      borderRadius: '12px',
      fontSize: '18px',
      scheme: 'dark',
    });
    expect(appearance.height).toBeGreaterThanOrEqual(44);
    expect(await shop.page.locator('iframe').evaluate((node) => node.style.colorScheme)).toBe('dark');
    await shop.pay();
    await shop.said('refused');
    const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
    expect(await faultsOn(shop.page, { rules })).toEqual([]);
  });
});

describe('integration errors are thrown', () => {
  const attempt = (run: string): Promise<string> =>
    shop.page.evaluate(
      `(async () => { try { await (${run}); return 'fine'; } catch (error) { return error.name + ': ' + error.message; } })()`,
    );

  test('no submit, no return address, missing billing details, a zero amount, old options', async () => {
    await shop.open();
    await shop.anIntent();
    await shop.fill('4242424242424242');
    const confirm = (rest: string) =>
      `shop.stripe.confirmPayment({ elements: shop.elements, clientSecret: shop.clientSecret, ${rest} })`;
    const submitted = (rest: string) => `shop.elements.submit().then(() => ${confirm(rest)})`;
    expect(await attempt(confirm("redirect: 'if_required'"))).toContain(
      'IntegrationError: elements.submit() must be called before stripe.confirmPayment()',
    );
    expect(await attempt(submitted(''))).toContain('`confirmParams.return_url` argument is required');
    expect(await attempt(submitted("redirect: 'if_required'"))).toContain(
      'You specified "never" for fields.billing_details.name',
    );
    expect(
      await attempt(
        "shop.stripe.confirmPayment({ elements: shop.elements, clientSecret: 'pi_1', redirect: 'if_required' })",
      ),
    ).toContain('clientSecret should be a client secret string');
    expect(await attempt("shop.stripe.elements({ mode: 'payment', amount: 0, currency: 'usd' })")).toContain(
      'amount should be an integer greater than 0',
    );
    expect(
      await attempt(
        "shop.stripe.elements({ mode: 'payment', amount: 5, currency: 'usd', paymentMethodTypes: ['card'] })",
      ),
    ).toContain('no longer supported');
    expect(await attempt("Stripe('sk_test_1')")).toContain('You should not use your secret key');
  });
});
