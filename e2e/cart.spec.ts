/** The cart in the browser: filling, emptying, surviving a reload, and sharing between two tabs. */
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import { expectMessage, messagesOn } from '#e2e/said.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

test('adding and removing a product is announced, updates the header count, and changes the button', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/products`);
  const card = shop.card(page, 'EIN filing');
  await card.getByRole('button', { name: 'Add to cart' }).click();
  await expectMessage(page, 'Product added to cart');
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*1/i })).toBeVisible();
  await card.getByRole('link', { name: 'Go to cart' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await page.getByRole('button', { name: 'Remove EIN filing from cart' }).click();
  await expectMessage(page, 'Product removed from cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a package next to its own parts shows a warning before payment', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'Start package: Wyoming LLC and EIN');
  const twice = page.getByText(
    'Start package: Wyoming LLC and EIN already includes EIN filing. Remove it, or the package.',
  );
  await expect(twice).toBeVisible();
  await page.getByRole('button', { name: 'Remove EIN filing from cart' }).click();
  await expect(twice).toBeHidden();
});

test('a click between hydration and the replay of early clicks counts once', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  // The narrowest window: React is running, and the recorded clicks are about to be replayed.
  await page.addInitScript(() => {
    let take: (() => HTMLButtonElement[]) | undefined;
    Object.defineProperty(window, 'takeEarlyClicks', {
      set: (value) => {
        take = value;
      },
      get: () => () => {
        const buttons = [...document.querySelectorAll('main button')] as HTMLButtonElement[];
        buttons.find(({ textContent }) => textContent.includes('Add to cart'))?.click();
        return take?.() ?? [];
      },
    });
  });
  await page.goto(`${shop.origin}/products`);
  await expectMessage(page, 'Product added to cart');
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*1/i })).toBeVisible();
  expect(messagesOn(page).filter((text) => text === 'Product added to cart')).toHaveLength(1);
});

/** Opens the products page with its scripts delayed. Returns a function that releases them. */
async function atEarlyProducts(page: Page, shop: Shop): Promise<() => void> {
  const { promise: line, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await line;
    await route.continue();
  });
  await page.goto(`${shop.origin}/products`, { waitUntil: 'commit' });
  return release;
}

test("a click before the page's script loads is not lost", { tag: '@long' }, async ({ page, shop }) => {
  const release = await atEarlyProducts(page, shop);
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  release();
  await expect(shop.card(page, 'EIN filing').getByRole('link', { name: 'Go to cart' })).toBeVisible();
  await expectMessage(page, 'Product added to cart');
});

test('the cart and the billing details survive a reload', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'ITIN application');
  await shop.fillBilling(page);
  const stored = shop.savedCart(page, shop.buyer.address);
  await page.getByLabel('Address').blur();
  await stored;
  await page.reload();
  await expect(page.getByText('$448.50').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue(shop.buyer.firstName);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(shop.buyer.email);
});

test('two tabs share one cart', async ({ page, context, shop }) => {
  await page.goto(`${shop.origin}/products`);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/products`);
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  await expect(shop.card(other, 'EIN filing').getByRole('link', { name: 'Go to cart' })).toBeVisible();
  await shop.card(other, 'ITIN application').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*2/i })).toBeVisible();
});

test('an empty cart shows a message and links to the products', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/checkout`);
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Go to products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('the success page without an order links back to the products', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/payment-successful`);
  await expect(page).toHaveURL(/\/products$/);
});

test('a product without a price links to a conversation, not to the cart', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  const card = shop.card(page, 'Visa application support');
  await expect(card.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us');
});

test('a card shows one benefit, all after Show more, and one again after Show less', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  const card = shop.card(page, 'EIN filing');
  const benefits = card.getByRole('listitem');
  await expect(benefits.filter({ visible: true })).toHaveCount(1);
  await card.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => benefits.filter({ visible: true }).count()).toBeGreaterThan(1);
  await card.getByRole('button', { name: 'Show less' }).click();
  await expect(benefits.filter({ visible: true })).toHaveCount(1);
});

test('a double click on Add to cart adds once and stays on the page; a click after it goes to the cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  const card = shop.card(page, 'EIN filing');
  await card.getByRole('button', { name: 'Add to cart' }).dblclick();
  const go = card.getByRole('link', { name: 'Go to cart' });
  await expect(go).toBeFocused();
  await expectMessage(page, 'Product added to cart');
  await expect(page).toHaveURL(/\/products$/);
  await go.click();
  await expect(page).toHaveURL(/\/checkout$/);
});

test('after Remove the focus moves to the next product, and finally to the heading of the empty cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'ITIN application');
  await page.getByRole('button', { name: 'Remove EIN filing from cart' }).click();
  await expect(page.getByRole('button', { name: 'Remove ITIN application from cart' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove ITIN application from cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeFocused();
});

test('the mobile menu includes the cart and the log-in, and the header stays one row at 320 pixels', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${shop.origin}/products`);
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  expect((await header.boundingBox())?.height).toBeLessThan(80);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Cart, 1 item' })).toHaveAttribute('href', '/checkout');
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});

/** Waits until everything typed is saved, then closes the page so it cannot save again. */
async function fillAndLeave(page: Page, shop: Shop, email: string): Promise<void> {
  const saved = shop.savedCart(page, shop.buyer.address);
  await shop.fillBilling(page, { email });
  await page.keyboard.press('Tab');
  await saved;
  await page.close();
}

/** Makes the cart look unchanged for that many hours. The shop checks its carts every minute. */
const backdate = (shop: Shop, email: string, hours: number) =>
  shop.db
    .updateTable('cart')
    .set({ updated_at: new Date(Date.now() - hours * 3_600_000) })
    .where('email', '=', email)
    .execute();
const statusOf = async (shop: Shop, email: string) =>
  (await shop.db.selectFrom('cart').select('status').where('email', '=', email).executeTakeFirst())?.status;
const withinTwoMinutes = { timeout: 120_000, intervals: [1_000] };

test('an abandoned cart is restored from the email on another device and bought; an unknown one is not', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  test.setTimeout(300_000);
  const { email } = shop.buyer;
  await shop.toCheckoutWith(page, 'EIN filing', 'Logo design');
  await fillAndLeave(page, shop, email);
  await backdate(shop, email, 25);
  await expect.poll(() => statusOf(shop, email), withinTwoMinutes).toBe('abandoned');
  const [reminder] = await shop.mails();
  expect(reminder?.subject).toBe('Your cart is still here');
  const [link = ''] = /https?:\/\/\S+\/checkout\?cartId=\S+/.exec(reminder?.text ?? '') ?? [];

  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('button', { name: 'Remove EIN filing from cart' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Remove Logo design from cart' })).toBeVisible();
  await expect(phone.getByLabel('First name')).toHaveValue(shop.buyer.firstName);
  await shop.fillCard(phone);
  await shop.completeOrder(phone);
  await shop.expectSuccess(phone);
  expect(await statusOf(shop, email)).toBe('recovered');
  await phone.goto(link);
  await expect(phone.getByText('Cart is already completed').first()).toBeVisible();

  const [stop = ''] = /https?:\/\/\S+\/unsubscribe\?stopToken=\S+/.exec(reminder?.text ?? '') ?? [];
  await phone.goto(stop);
  await phone.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(
    phone.getByRole('heading', { name: 'You will get no more emails about your cart' }),
  ).toBeFocused();
  await other.close();

  const lost = `lost.${email}`;
  const third = await browser.newContext();
  const elsewhere = await third.newPage();
  await shop.toCheckoutWith(elsewhere, 'EIN filing');
  await fillAndLeave(elsewhere, shop, lost);
  await backdate(shop, lost, 31 * 24);
  await expect.poll(() => statusOf(shop, lost), withinTwoMinutes).toBe('lost');
  await third.close();
});

test('cart changes from another device appear here, and removed items stay removed', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  await storeTokens(page, shop, tokens);
  await shop.toCheckoutWith(page, 'EIN filing');
  const saved = shop.savedCart(page, 'Ring Road');
  await page.getByLabel('Address').fill('1 Ring Road');
  await page.keyboard.press('Tab');
  await saved;

  const other = await browser.newContext();
  const phone = await other.newPage();
  await storeTokens(phone, shop, await tokensFor(shop));
  await shop.toCheckoutWith(phone, 'Logo design');
  await expect(phone.getByRole('button', { name: 'Remove EIN filing from cart' })).toBeVisible();
  const savedThere = shop.savedCart(phone, '2 Ring Road');
  await phone.getByLabel('Address').fill('2 Ring Road');
  await phone.keyboard.press('Tab');
  await savedThere;

  const savedHere = shop.savedCart(page, '3 Ring Road');
  await page.getByLabel('Address').fill('3 Ring Road');
  await page.keyboard.press('Tab');
  await savedHere;
  await expectMessage(page, 'From your saved cart: Logo design');
  await page.getByRole('button', { name: 'Remove Logo design from cart' }).click();
  await expectMessage(page, 'Product removed from cart');
  const savedAgain = shop.savedCart(page, '4 Ring Road');
  await page.getByLabel('Address').fill('4 Ring Road');
  await page.keyboard.press('Tab');
  await savedAgain;
  await expect(page.getByRole('button', { name: 'Remove Logo design from cart' })).toHaveCount(0);
  await other.close();
});
