/**
 * The first steps of a new customer, where users had trouble: each page says what is wrong or what comes
 * next.
 */
import { anAccount, storeTokens, linkIn, password, tokensFor } from '#e2e/people.ts';
import { alive, expect, type Shop, test } from '#e2e/story.ts';
import { forgotPassword, register } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import type { Page } from '@playwright/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function askForAccount(shop: Shop): Promise<void> {
  const { firstName, lastName, email, phone, address } = shop.buyer;
  const person = {
    firstName,
    lastName,
    email,
    phone,
    address,
    userName: 'kofi',
    city: 'Accra',
    country: 'GH',
  };
  await createClient(fetch, shop.origin)(register, {
    body: { ...person, password, confirmPassword: password },
  });
}

async function failToLogIn(page: Page, email: string, typed: string): Promise<string[]> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  const answer = page.waitForResponse('**/api/auth/login');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await (await answer).finished();
  const box = page.getByRole('main').getByRole('alert');
  await expect(box).toBeVisible();
  return box.getByRole('paragraph').allInnerTexts();
}

test('every failed log-in shows the same hint about confirming the address', {
  tag: '@long',
}, async ({ page, shop }) => {
  await askForAccount(shop);
  await linkIn(shop, '/complete-registration');
  await page.goto(`${shop.origin}/login`);
  const unconfirmed = await failToLogIn(page, shop.buyer.email, password);
  expect(unconfirmed).toEqual([
    'Email or password is incorrect',
    'New here? Open the link in our email first. If your address is not confirmed yet, we have just sent it again.',
  ]);
  expect(await failToLogIn(page, 'nobody-has-this@example.com', password)).toEqual(unconfirmed);
  await linkIn(shop, '/complete-registration', 2);
  // The request never reached the server, so the hint for new customers would be wrong.
  await page.route('**/api/auth/login', (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'error occurred, please try again later',
  );
  await expect(page.getByText('New here?')).toHaveCount(0);
});

test('a username with spaces and a weak password are rejected, and the hint matches the server', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/register`);
  const userName = page.getByLabel('Username');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  for (const wrong of ['a b c', 'ab', 'kofi@home', 'x'.repeat(31)]) {
    await userName.fill(wrong);
    await expect(page.getByText('Use 3 to 30 letters, digits, dots, dashes or underscores')).toBeVisible();
  }
  await userName.fill('kofi.mensah-77');
  await expect(page.getByText('Use 3 to 30 letters, digits, dots, dashes or underscores')).toHaveCount(0);
  const chosen = page.getByLabel('Password', { exact: true });
  for (const easy of ['aaaaaaaa', ' '.repeat(8), 'Password1!', '00000000', '12341234', 'summer2024']) {
    await chosen.fill(easy);
    await expect(page.getByText('Easy to guess'), easy).toBeVisible();
  }

  // The browser does not have the list of common passwords. After the server has rejected a password, the
  // hint says so too.
  await anAccount(shop);
  await createClient(fetch, shop.origin)(forgotPassword, { body: { email: shop.buyer.email } });
  await page.goto(await linkIn(shop, '/reset-password', 2));
  await page.getByLabel('New password').fill('mountain');
  await page.getByLabel('Confirm Password').fill('mountain');
  await expect(page.getByText('Fair, unless others use it too. Longer is better')).toBeVisible();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This password is too common. Choose one that others do not use, such as four unrelated words',
  );
  await expect(page.getByText('Easy to guess')).toBeVisible();
  await page.getByLabel('New password').fill('mountain goats sing');
  await expect(page.getByText('Easy to guess')).toHaveCount(0);
});

test('the confirmation page survives a reload, and its link is used only once', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await askForAccount(shop);
  await page.goto(await linkIn(shop, '/complete-registration'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(heading(page)).toHaveText('Email Verified Successfully');
  let calls = 0;
  await page.route('**/api/auth/confirm-email', (route) => {
    calls += 1;
    return route.continue();
  });
  await page.reload();
  await expect(heading(page)).toHaveText('Email Verified Successfully');
  expect(page.url()).toBe(`${shop.origin}/complete-registration`);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Login');
  await page.goBack();
  await expect(heading(page)).toHaveText('Email Verified Successfully');
  expect(calls).toBe(0);
  // Opens the address without a token, once with the old result on the screen and once without.
  await page.goto(`${shop.origin}/complete-registration`);
  await expect(page).toHaveURL(`${shop.origin}/`);
  await page.goto(`${shop.origin}/faq`);
  await page.goto(`${shop.origin}/complete-registration`);
  await expect(page).toHaveURL(`${shop.origin}/`);
});

test('a new customer sees the next steps, sessions with times, and a footer without Login', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await page.goto(`${shop.origin}/faq`);
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: 'Login' })).toBeVisible();
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/faq`);
  await expect(foot.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(foot.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await foot.getByRole('link', { name: 'Profile' }).click();
  await expect(heading(page)).toHaveText('Welcome, Kofi', { timeout: 25_000 });
  const orders = page.getByRole('region', { name: 'Orders' });
  await expect(orders.getByText('No orders yet')).toBeVisible();
  await expect(orders.getByRole('listitem')).toHaveCount(3);
  await expect(orders.getByRole('link', { name: 'Go to products' })).toHaveAttribute('href', '/products');
  await page.locator('summary').filter({ hasText: 'Where you are logged in' }).click();
  const time = String.raw`\d+(st|nd|rd|th) \w+ \d{4} at \d+:\d\d.[AP]M`;
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first()).toContainText(
    new RegExp(`Last used ${time}\\. Logged in ${time}\\.`),
  );
});

test('Check out now reports an empty cart, and opens checkout otherwise', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/products`);
  await alive(page);
  await page.getByRole('link', { name: 'Check out now' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Your cart is empty. Add a service below first.' }),
  ).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/products`);
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Your cart is empty. Add a service below first.')).toHaveCount(0);
  await page.getByRole('link', { name: 'Check out now' }).click();
  await expect(page).toHaveURL(`${shop.origin}/checkout`);
  await expect(heading(page)).toHaveText('Your order');
});

test('a repeated password is compared again when the first one changes', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/register`);
  await alive(page);
  const [first, confirmation] = [
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Confirm Password'),
  ];
  await first.fill('a long walk home');
  await confirmation.fill('a long walk hone');
  await confirmation.blur();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await first.fill('a long walk hone');
  await expect(page.getByText('Passwords must match')).toHaveCount(0);
  await first.fill('a long walk away');
  await first.blur();
  await expect(page.getByText('Passwords must match')).toBeVisible();
});
