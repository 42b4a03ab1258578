/** Sessions: how they start, how two tabs share one, and how they end. */
import {
  accountButton,
  anAccount,
  expectName,
  storeTokens,
  linkIn,
  logIn,
  password,
  storedTokens,
  tokensFor,
} from '#e2e/people.ts';
import { alive, chooseCountry, expect, type Shop, test, restoredFromCache } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const storedItems = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

async function fillRegistration(page: Page, { buyer }: Shop): Promise<void> {
  await page.getByLabel('First name').fill(buyer.firstName);
  await page.getByLabel('Last name').fill(buyer.lastName);
  await page.getByLabel('Username').fill('kofi');
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Address', { exact: true }).fill(buyer.address);
  await page.getByLabel('City').fill('Accra');
  await chooseCountry(page, 'Ghana');
  await page.getByLabel('Contact number').fill(buyer.phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
}

async function logOut(page: Page, { buyer }: Shop): Promise<void> {
  await accountButton(page, buyer.firstName).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
}

test('register, confirm by email, log in, see the first name, log out, with no data left in the browser', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/register`);
  await fillRegistration(page, shop);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${shop.origin}/register-success`);
  await expect(page.getByText('Please click the link in it to confirm your email address.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${shop.origin}/products`);

  await page.goto(await linkIn(shop, '/complete-registration'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Verified Successfully');
  await expect(
    page.getByText('Yaay! Your registration is successful. You can now login to your account.'),
  ).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/complete-registration`);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();

  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.origin}/products`);
  await expectName(page, shop);
  expect(await storedItems(page)).toEqual(['accessToken', 'refreshToken']);

  for (const path of ['/login', '/register']) {
    await page.goto(`${shop.origin}${path}`);
    await expect(page).toHaveURL(`${shop.origin}/products`);
  }
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  const { refreshToken } = await storedTokens(page);
  await logOut(page, shop);
  expect(await storedItems(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Cart', exact: true }).first()).toBeVisible();
  const repeated = await page.request.post(`${shop.origin}/api/auth/refresh-token`, {
    data: { refreshToken },
  });
  expect(repeated.status()).toBe(401);
});

test('a forgotten password: request an email, choose a new password, log in with it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await page.goto(`${shop.origin}/login`);
  // Before hydration the browser would follow the link without passing the address on.
  await alive(page);
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(shop.buyer.email);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page).toHaveURL(`${shop.origin}/forgot-password-email`);

  await page.goto(await linkIn(shop, '/reset-password', 2));
  expect(page.url()).toBe(`${shop.origin}/reset-password`);
  await page.reload();
  await page.getByLabel('New password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red bicycles');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Changed Successfully');
  await logIn(page, shop, 'ten red tricycles');
});

test('resetting a password in a logged-in browser ends that session too, and the page shows Login', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.request.post(`${shop.origin}/api/auth/forgot-password`, { data: { email: shop.buyer.email } });
  await page.goto(await linkIn(shop, '/reset-password', 2));
  await expectName(page, shop);
  await page.getByLabel('New password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Changed Successfully');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedItems(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible();
});

test('email-link pages without a token redirect home, and a used token shows an error', {
  tag: '@long',
}, async ({ page, shop }) => {
  for (const path of ['/reset-password', '/set-password', '/complete-registration']) {
    await page.goto(`${shop.origin}${path}`);
    await expect(page).not.toHaveURL(new RegExp(path));
  }
  await page.goto(`${shop.origin}/complete-registration?confirmToken=used`);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  for (const [path, button] of [
    ['/reset-password?resetToken=used', 'Reset password'],
    ['/set-password?confirmToken=used', 'Set password'],
  ] as const) {
    await page.goto(`${shop.origin}${path}`);
    await page.getByLabel('Password', { exact: true }).or(page.getByLabel('New password')).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
    await expect(page.getByLabel('Confirm Password')).toHaveValue(password);
  }
});

test('a guest buys, follows the email, sets a password, and is logged in', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'FREEORDER');
  await expect(page.getByRole('button', { name: 'Recalculate' })).toBeVisible();
  await shop.fillBilling(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await page.goto(await linkIn(shop, '/set-password', 2));
  expect(page.url()).toBe(`${shop.origin}/set-password`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password set successfully');
  await expect(page).toHaveURL(`${shop.origin}/profile`);
  expect(await storedItems(page)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']));
});

test('an access token that expired in two tabs is refreshed once, and both stay logged in', async ({
  page,
  context,
  shop,
}) => {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  await storeTokens(page, shop, { ...tokens, accessToken: `${tokens.accessToken.slice(0, -4)}AAAA` });
  let refreshes = 0;
  await context.route('**/api/auth/refresh-token', (route) => {
    refreshes += 1;
    return route.continue();
  });
  const other = await context.newPage();
  await Promise.all([page.goto(`${shop.origin}/products`), other.goto(`${shop.origin}/faq`)]);
  for (const tab of [page, other]) await expectName(tab, shop);
  expect(refreshes).toBe(1);
  expect((await storedTokens(page)).refreshToken).not.toBe(tokens.refreshToken);
});

test('reusing an old refresh token ends the session: the owner is logged out and keeps the cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  const first = await tokensFor(shop);
  const refresh = async (refreshToken: string) => {
    const answer = await page.request.post(`${shop.origin}/api/auth/refresh-token`, {
      data: { refreshToken },
    });
    return { status: answer.status(), tokens: await answer.json() };
  };
  const second = (await refresh(first.refreshToken)).tokens;
  const third = (await refresh(second.refreshToken)).tokens;
  await storeTokens(page, shop, third);
  await page.goto(`${shop.origin}/products`);
  await shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' }).click();
  await expect(shop.card(page, 'EIN filing').getByRole('link', { name: 'Go to cart' })).toBeVisible();
  expect((await refresh(first.refreshToken)).status).toBe(401);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedItems(page)).toEqual(['stateside.cart']);
});

test('other tabs follow a log-in and a log-out, and Back shows no data of the previous user', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  await anAccount(shop);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/faq`);
  await logIn(page, shop);
  await expectName(other, shop);
  await page.goto(`${shop.origin}/faq`);
  await expectName(page, shop);
  await logOut(page, shop);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByText(shop.buyer.firstName)).toHaveCount(0);
});

/** Browsers keep left pages in the back/forward cache and restore them on Back. */
test('Back restores no page of a user who has since logged out', { tag: '@long' }, async ({
  fullBrowser,
  shop,
}) => {
  await anAccount(shop);
  const page = await fullBrowser.newPage();
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/faq`);
  await expectName(page, shop);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.goto(`${shop.origin}/about-us`);
  await expectName(page, shop);
  await logOut(page, shop);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(`${shop.origin}/faq`);
  // Even if the browser did not cache the page, it must come back logged out.
  await restoredFromCache(page, '/faq');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByText(shop.buyer.firstName)).toHaveCount(0);
  await page.close();
});

test('without a connection the form shows an error, preserves its input, and works after reconnecting', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  await anAccount(shop);
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  await expect(button).toBeEnabled();
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText('error occurred, please try again later', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  await button.click();
  await expectName(page, shop);
});
