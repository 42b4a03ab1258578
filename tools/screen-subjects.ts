/** Every screen that `npm run lab -- screens` can photograph: its name and how to open it. */
import type { Page } from '@playwright/test';
import { demoPeople } from '#db/seeds/people.ts';
import type { RunningShop } from '#e2e/running-shop.ts';
import { cents } from '#kernel/money.ts';
import { renewalConsent } from '#kernel/renewal-terms.ts';
import { approveIn } from '#test/builders/approval.ts';
import { until } from '#test/until.ts';
import { consoleScreens } from './console-screens.ts';
import { reportingScreens } from './reporting-screens.ts';
import { control } from './sandbox-control.ts';
import { logIn } from './screen-steps.ts';

const addFirstProduct = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/products`);
  await page
    .getByRole('button', { name: /Add to cart/ })
    .first()
    .click();
  // Wait until the server has stored the cart, because the next page reads it.
  await page.getByRole('main').getByRole('link', { name: 'Go to cart' }).first().waitFor();
};

/** Gives the demo's first customer a credit limit of $12,500. */
const approveDemo = async (shop: RunningShop): Promise<void> => {
  const [{ id }] = demoPeople as [(typeof demoPeople)[number]];
  const account = await shop.db
    .selectFrom('credit_account')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (account === undefined) await approveIn(shop.db, { now: () => new Date() }, id, cents(1_250_000));
};

/** Pays by card as a guest, up to the thank-you page. */
const pay = async (page: Page, origin: string): Promise<void> => {
  await addFirstProduct(page, origin);
  await page.goto(`${origin}/checkout`);
  const typed = {
    'First name': 'Kofi',
    'Last name': 'Mensah',
    Email: 'kofi@example.com',
    'Confirm Email': 'kofi@example.com',
  };
  for (const [label, text] of Object.entries({
    ...typed,
    'Phone number': '+233 20 123 4567',
    Address: '12 Ring Road, Accra',
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('Ghana');
  await page.keyboard.press('Enter');
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel('Card number').fill('4242424242424242');
  await card.getByLabel(/^Expir/).fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Complete order' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment successful' }).waitFor();
};

/** Buys a subscription once, for all screens that show it. */
const haveSubscription = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/profile/subscriptions`);
  await page.getByRole('article').or(page.getByText('No subscriptions yet')).first().waitFor();
  if (await page.getByRole('article').first().isVisible()) return;
  await page.goto(`${origin}/products`);
  const product = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'US phone number', exact: true }) });
  await product.getByRole('button', { name: /Add to cart/ }).click();
  await product.getByRole('link', { name: 'Go to cart' }).click();
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel('Card number').fill('4242424242424242');
  await card.getByLabel(/^Expir/).fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
  await page.getByRole('checkbox', { name: renewalConsent }).check();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment successful' }).waitFor();
  await page.goto(`${origin}/profile/subscriptions`);
  await page.getByRole('article').first().waitFor();
};

/** `shop` serves the pages. Some screens insert rows first. */
type Open = (page: Page, origin: string, shop: RunningShop) => Promise<void>;

const consoleNames = Object.keys(
  consoleScreens(() => {
    throw new Error('a screen needs a shop');
  }),
);
const openConsole = Object.fromEntries(
  consoleNames.map((name): [string, Open] => [
    name,
    async (page, origin, shop) => consoleScreens(() => shop)[name]?.(page, origin),
  ]),
);

export const screenSubjects: Record<string, Open> = {
  home: async (page, origin) => void (await page.goto(`${origin}/`)),
  'home-services': async (page, origin) => void (await page.goto(`${origin}/#our-services`)),
  'about-us': async (page, origin) => void (await page.goto(`${origin}/about-us`)),
  'net-30-vendor': async (page, origin) => void (await page.goto(`${origin}/net-30-vendor`)),
  products: async (page, origin) => void (await page.goto(`${origin}/products`)),
  'checkout-empty': async (page, origin) => void (await page.goto(`${origin}/checkout`)),
  checkout: async (page, origin) => {
    await addFirstProduct(page, origin);
    await page.goto(`${origin}/checkout`);
    await page.getByRole('button', { name: 'Complete order' }).and(page.locator(':enabled')).waitFor();
  },
  quiz: async (page, origin) => void (await page.goto(`${origin}/quiz`)),
  'product-page': async (page, origin) => void (await page.goto(`${origin}/products/ein-filing`)),
  'inside-an-order': async (page, origin) => void (await page.goto(`${origin}/inside-an-order`)),
  guarantees: async (page, origin) => void (await page.goto(`${origin}/guarantees`)),
  status: async (page, origin) => {
    await page.goto(`${origin}/status`);
    await page.reload();
  },
  faq: async (page, origin) => void (await page.goto(`${origin}/faq`)),
  'privacy-policy': async (page, origin) => void (await page.goto(`${origin}/privacy-policy`)),
  terms: async (page, origin) => void (await page.goto(`${origin}/terms`)),
  'refund-policy': async (page, origin) => void (await page.goto(`${origin}/refund-policy`)),
  'contact-us': async (page, origin) => void (await page.goto(`${origin}/contact-us`)),
  'contact-submit-successful': async (page, origin) =>
    void (await page.goto(`${origin}/contact-submit-successful`)),
  blogs: async (page, origin) => void (await page.goto(`${origin}/blogs`)),
  'blog-post': async (page, origin) => void (await page.goto(`${origin}/blogs/ein-without-ssn`)),
  login: async (page, origin) => void (await page.goto(`${origin}/login`)),
  'login-refused': async (page, origin) => {
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill('kofi@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await page.getByText('Email or password is incorrect').waitFor();
  },
  'forgot-password': async (page, origin) => {
    await page.goto(`${origin}/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  },
  'forgot-password-email': async (page, origin) => void (await page.goto(`${origin}/forgot-password-email`)),
  register: async (page, origin) => void (await page.goto(`${origin}/register`)),
  'register-errors': async (page, origin) => {
    await page.goto(`${origin}/register`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Username is required').waitFor();
  },
  'register-success': async (page, origin) => void (await page.goto(`${origin}/register-success`)),
  'complete-registration-refused': async (page, origin) => {
    await page.goto(`${origin}/complete-registration?confirmToken=used`);
    await page.getByRole('alert').first().waitFor();
  },
  'reset-password': async (page, origin) => {
    await page.goto(`${origin}/reset-password?resetToken=used`);
    await page.getByLabel('New password').fill('nine blue bicycles');
  },
  'set-password': async (page, origin) => {
    await page.goto(`${origin}/set-password?confirmToken=used`);
    await page.getByLabel('Password', { exact: true }).fill('nine blue bicycles');
  },
  'payment-successful': pay,
  invoice: async (page, origin, shop) => {
    await pay(page, origin);
    const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
    const { id } = await shop.db
      .selectFrom('invoice')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await page.goto(`${origin}/invoices/${id}`);
  },
  'credit-note': async (page, origin, shop) => {
    await pay(page, origin);
    const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
    const ofOrder = shop.db
      .selectFrom('payment')
      .select(['intent_ref', 'invoice_id'])
      .where('order_id', '=', orderId);
    const { intent_ref: intent, invoice_id: invoiceId } = await ofOrder.executeTakeFirstOrThrow();
    await control(shop.sandboxOrigin, 'POST', 'refunds', { payment_intent: intent, amount: 4_950 });
    const note = await until('the credit note is issued', () =>
      shop.db.selectFrom('credit_note').select('id').where('invoice_id', '=', invoiceId).executeTakeFirst(),
    );
    await page.goto(`${origin}/credit-notes/${note.id}`);
  },
  profile: (page, origin) => logIn(page, origin),
  'profile-boosters': async (page, origin, shop) => {
    await approveDemo(shop);
    await logIn(page, origin);
    await page.getByRole('heading', { name: 'Boosters' }).scrollIntoViewIfNeeded();
    await page
      .getByRole('link', { name: /^Buy Now/ })
      .last()
      .hover();
  },
  'booster-checkout': async (page, origin, shop) => {
    await approveDemo(shop);
    await logIn(page, origin);
    await page.goto(`${origin}/booster-checkout?boosterId=booster-500`);
    await page.getByRole('button', { name: 'Complete order' }).and(page.locator(':enabled')).waitFor();
  },
  'booster-successful': async (page, origin, shop) => {
    await approveDemo(shop);
    await logIn(page, origin);
    await page.goto(`${origin}/booster-checkout?boosterId=booster-250`);
    const card = page.frameLocator('iframe[title="Secure payment input frame"]');
    await card.getByLabel('Card number').fill('4242424242424242');
    await card.getByLabel(/^Expir/).fill('12 / 34');
    await card.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Complete order' }).click();
    await page.getByText(/^Your credit limit has been increased by/).waitFor();
  },
  'credit-purchase-successful': async (page, origin, shop) => {
    await approveDemo(shop);
    await logIn(page, origin);
    await page.goto(`${origin}/products`);
    const product = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'EIN filing', exact: true }) });
    await product.getByRole('button', { name: /Add to cart/ }).click();
    await product.getByRole('link', { name: 'Go to cart' }).click();
    await page.getByRole('radio', { name: 'Purchase with Credit' }).check();
    await page.getByRole('button', { name: 'Complete order' }).click();
    await page.getByRole('button', { name: 'Print order' }).waitFor();
  },
  'profile-credit': async (page, origin) => {
    await logIn(page, origin, 'priya');
    await page.goto(`${origin}/profile/credit`);
    await page.getByRole('heading', { name: 'Statements' }).waitFor();
  },
  'profile-credit-on-hold': async (page, origin) => {
    await logIn(page, origin, 'diego');
    await page.goto(`${origin}/profile/credit`);
    await page.getByRole('heading', { name: 'Statements' }).waitFor();
  },
  'profile-credit-statement': async (page, origin) => {
    await logIn(page, origin, 'priya');
    await page.goto(`${origin}/profile/credit`);
    await page
      .getByRole('region', { name: 'Statements' })
      .getByRole('listitem')
      .nth(1)
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: /^Statement/ }).waitFor();
  },
  'profile-credit-apply': async (page, origin) => {
    await logIn(page, origin, 'sofia');
    await page.goto(`${origin}/profile/credit/apply`);
    await page.getByRole('button', { name: 'Apply' }).waitFor();
  },
  'profile-credit-apply-form': async (page, origin) => {
    await logIn(page, origin, 'sofia');
    await page.goto(`${origin}/profile/credit/apply`);
    await page.getByRole('button', { name: 'Change company information' }).click();
    await page.getByRole('button', { name: 'Save company information' }).scrollIntoViewIfNeeded();
  },
  ...reportingScreens(logIn),
  ...openConsole,
  'profile-edit': async (page, origin) => {
    await logIn(page, origin);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
  },
  'profile-sections': async (page, origin) => {
    await logIn(page, origin);
    await page.getByRole('main').locator('summary').filter({ hasText: 'Payment Info' }).click();
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.getByRole('button', { name: 'Save card' }).and(page.locator(':enabled')).waitFor();
  },
  'profile-subscriptions': async (page, origin) => {
    await logIn(page, origin);
    await haveSubscription(page, origin);
  },
  'subscription-card': async (page, origin) => {
    await logIn(page, origin);
    await haveSubscription(page, origin);
    await page.getByRole('button', { name: 'Change card' }).first().click();
    await page.getByRole('button', { name: 'Enter a new card' }).click();
    await page.getByRole('button', { name: 'Save card' }).and(page.locator(':enabled')).waitFor();
  },
  'change-email': async (page, origin) => {
    await page.goto(`${origin}/change-email?confirmToken=used`);
    await page.getByRole('button', { name: 'Confirm the change' }).waitFor();
  },
  unsubscribe: async (page, origin) => {
    await page.goto(`${origin}/unsubscribe?stopToken=used`);
    await page.getByRole('button', { name: 'Stop these emails' }).waitFor();
  },
  ...Object.fromEntries(
    Object.entries({
      ...{
        'es-home': '/es',
        'es-products': '/es/products',
        'es-product-page': '/es/products/ein-filing',
        'es-login': '/es/login',
      },
      ...{ 'ar-home': '/ar', 'ar-products': '/ar/products', 'ar-product-page': '/ar/products/ein-filing' },
    }).map(([name, path]) => [
      name,
      async (page: Page, origin: string) => void (await page.goto(`${origin}${path}`)),
    ]),
  ),
  'es-checkout': async (page, origin) => {
    await addFirstProduct(page, origin);
    await page.goto(`${origin}/es/checkout`);
    await page
      .frameLocator('iframe[title="Secure payment input frame"]')
      .getByRole('textbox')
      .first()
      .waitFor();
  },
  'not-found': async (page, origin) => void (await page.goto(`${origin}/no-such-page`)),
};
