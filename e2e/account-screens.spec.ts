/** Every account screen in every state: axe findings and keyboard use. */
import {
  accountButton,
  anAccount,
  callAs,
  codeOf,
  expectName,
  grantActing,
  storeTokens,
  linkIn,
  password,
  tokensFor,
} from '#e2e/people.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { tabTo, typeWithKeyboard } from '#e2e/keyboard.ts';
import { alive, countryField, expect, type Mail, type Shop, test } from '#e2e/story.ts';
import { confirmTwoFactor, startTwoFactor } from '#contract/two-factor.ts';
import type { Page } from '@playwright/test';

const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

const mailsTo = async (shop: Shop, address: string, count = 1): Promise<Mail[]> =>
  (await (
    await fetch(
      `${shop.sandboxOrigin}/control/mailbox?${new URLSearchParams({ to: address, count: String(count), wait: '60000' })}`,
    )
  ).json()) as Mail[];

test('all states of the log-in', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/login`);
  await submit(page, 'Login').click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page, 'the log-in with errors');
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await submit(page, 'Login').click();
  await expect(page.getByText('Email or password is incorrect')).toBeVisible();
  await expectAccessible(page, 'the log-in, refused');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(submit(page, 'Send Reset Link')).toBeVisible();
  await expectAccessible(page, 'the forgotten password');
  await submit(page, 'Send Reset Link').click();
  await expect(page).toHaveURL(/forgot-password-email/);
  await expectAccessible(page, 'the reset link, sent');
});

test('all states of the registration', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/register`);
  await page.getByLabel('Password', { exact: true }).fill('Kofi1234');
  await page.getByLabel('Confirm Password').fill('Kofi12345');
  await submit(page, 'Submit').click();
  const messages = ['First name', 'Last name', 'Username', 'Email', 'Address', 'City', 'Country', 'Contact'];
  for (const field of messages) await expect(page.getByText(`${field} is required`)).toBeVisible();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await expect(page.getByText('Easy to guess')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page, 'the registration with errors');
  await page.goto(`${shop.origin}/register-success`);
  await expectAccessible(page, 'the registration, sent');
  await page.goto(`${shop.origin}/complete-registration?confirmToken=used`);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'the confirmation, refused');
});

test('all states of the new password form', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/set-password?confirmToken=used`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText('Strong')).toBeVisible();
  await page.getByLabel('Confirm Password').fill(password);
  await submit(page, 'Set password').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'the first password, refused');
  await page.goto(`${shop.origin}/reset-password?resetToken=used`);
  await submit(page, 'Reset password').click();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Confirm Password is required')).toBeVisible();
  await expectAccessible(page, 'the new password with errors');
});

test('logged in: the menu, the log-out confirmation, the phone layout, acting as a customer', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/register-success`);
  await expectName(page, shop);
  const button = accountButton(page, shop.buyer.firstName);
  const place = await button.boundingBox();
  expect(place?.width, 'the place of the name is as wide as the place of Login').toBe(128);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'the account menu');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await button.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
  await expectAccessible(page, 'the question before the log-out');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toBeFocused();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await expectAccessible(page, 'the menu of a phone', [360]);
  await grantActing(page);
  await page.evaluate(() => {
    localStorage.setItem('adminAsUser', 'true');
    localStorage.setItem('loginUserEmail', 'ama@example.com');
  });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Acting as a customer' })).toBeVisible();
  await expectAccessible(page, 'acting as a customer');
});

test('two-factor log-in asks for a code, rejects a wrong one, and accepts a recovery code', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  const call = callAs(shop, await tokensFor(shop));
  const { secret } = await call(startTwoFactor, { body: { password } });
  const { recoveryCodes } = await call(confirmTwoFactor, { body: { code: codeOf(secret) } });
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await submit(page, 'Login').click();
  await expect(page.getByText('Enter the code from your authenticator app')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code is incorrect')).toBeVisible();
  await expectAccessible(page, 'the code, refused');
  await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await submit(page, 'Login').click();
  await expect(page).toHaveURL(`${shop.origin}/products`);
  await expectName(page, shop);
});

const registrationOf = ({ buyer }: Shop): [label: string, text: string][] => [
  ['First name', buyer.firstName],
  ['Last name', buyer.lastName],
  ['Username', 'kofi'],
  ['Email', buyer.email],
  ['Address', buyer.address],
  ['City', 'Accra'],
  ['Country', 'Ghana'],
  ['Contact number', buyer.phone],
  ['Password', password],
  ['Confirm Password', password],
];

test('registration and log-in work without a mouse', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/register`);
  await expect(countryField(page)).toBeVisible();
  for (const [label, text] of registrationOf(shop))
    await typeWithKeyboard(page, page.getByLabel(label, { exact: true }), text);
  await tabTo(page, submit(page, 'Submit'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/register-success/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto(await linkIn(shop, '/complete-registration'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Login' }));
  await page.keyboard.press('Enter');
  await expect(submit(page, 'Login')).toBeVisible();
  await typeWithKeyboard(page, page.getByLabel('Email'), shop.buyer.email);
  await typeWithKeyboard(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expectName(page, shop);
  await tabTo(page, accountButton(page, shop.buyer.firstName));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a form filled in and sent before the script loads is not lost and never lands in the URL', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${shop.origin}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${shop.origin}/login`);
  scripts.resolve();
  await expect(page).toHaveURL(`${shop.origin}/products`);
  await expectName(page, shop);
});

for (const path of ['/register', '/set-password?confirmToken=used', '/reset-password?resetToken=used']) {
  const tag = path === '/register' ? [] : '@long';
  test(`a password typed at ${path} before the script loads gets its strength rating`, { tag }, async ({
    page,
    shop,
  }) => {
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(shop.origin + path, { waitUntil: 'commit' });
    const field = page.getByLabel(/^(New )?password$/i);
    await field.fill(password);
    scripts.resolve();
    await expect(page.getByText('Strong')).toBeVisible();
    await expect(field).toHaveValue(password);
  });
}

test('the email address changes after both addresses confirm', { tag: '@long' }, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile`);
  await page.getByText('Email address', { exact: true }).click();
  const email = `new.${shop.buyer.email}`;
  const form = page.getByRole('form', { name: 'Email address' });
  await form.getByRole('button', { name: 'Change email address' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await form.getByLabel('New email address').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText('Waiting for the link')).toHaveCount(2);
  const old = await linkIn(shop, '/change-email', 2);
  const fresh = await linkIn({ ...shop, mails: (count) => mailsTo(shop, email, count) }, '/change-email');
  await page.goto(old);
  await alive(page);
  expect(page.url()).toBe(`${shop.origin}/change-email`);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'One address is confirmed' })).toBeFocused();
  await page.goto(fresh);
  await alive(page);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeFocused();
  await page.goto(`${shop.origin}/profile`);
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/products');
});
