/**
 * The success messages of the account screens, and the dialogs of the profile: axe findings and keyboard use.
 */
import { anAccount, callAs, codeOf, storeTokens, linkIn, password, tokensFor } from '#e2e/people.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { pressWithKeyboard, tabTo, typeWithKeyboard } from '#e2e/keyboard.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { forgotPassword, login, me, register } from '#contract/accounts.ts';
import { createClient } from '#contract/client.ts';
import type { Page } from '@playwright/test';

const inMain = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const section = (page: Page, title: string) => inMain(page).locator('summary').filter({ hasText: title });

async function atProfile(page: Page, shop: Shop): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile`);
  await expect(heading(page)).toHaveText('Welcome, Kofi');
}

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

test('the confirmation page while it waits, and after the address is confirmed', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await askForAccount(shop);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/confirm-email', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(await linkIn(shop, '/complete-registration'));
  await expect(heading(page)).toHaveText('Confirm your email address');
  await expectAccessible(page, 'the confirmation, before the press');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'One moment, please.' })).toBeVisible();
  await expectAccessible(page, 'the confirmation, waiting');
  answer.resolve();
  await expect(heading(page)).toHaveText('Email Verified Successfully');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle('Email Verified Successfully | Stateside');
  await expectAccessible(page, 'the confirmation, done');
});

test('setting a new password', { tag: '@long' }, async ({ page, shop }) => {
  await anAccount(shop);
  await createClient(fetch, shop.origin)(forgotPassword, { body: { email: shop.buyer.email } });
  await page.goto(await linkIn(shop, '/reset-password', 2));
  await typeWithKeyboard(page, page.getByLabel('New password'), 'ten red tricycles');
  await typeWithKeyboard(page, page.getByLabel('Confirm Password'), 'ten red tricycles');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Password Changed Successfully');
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page, 'the new password, set');
});

test('two-factor log-in is set up, its codes are saved, and it is turned off, without a mouse', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await pressWithKeyboard(page, section(page, 'Two-factor log-in'));
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await pressWithKeyboard(page, page.getByRole('button', { name: 'Set up' }));
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page, 'two-factor log-in, without the password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  const secret = (await inMain(page).locator('code').allInnerTexts()).join('').replaceAll(' ', '');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  // The toast is the only live region. The copy in the form is read with the form.
  await expect(inMain(page).getByText('The code is incorrect')).toBeVisible();
  await expect(inMain(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('alert').getByRole('paragraph')).toHaveText('The code is incorrect');
  await expectAccessible(page, 'two-factor log-in, with a wrong code');
  await typeWithKeyboard(page, code, codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const recoveryCodes = await inMain(page).locator('code').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await expectAccessible(page, 'the recovery codes');
  await pressWithKeyboard(page, page.getByRole('button', { name: 'I have saved them' }));
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expectAccessible(page, 'two-factor log-in, on');
  await pressWithKeyboard(page, page.getByRole('button', { name: 'Turn off' }));
  await typeWithKeyboard(page, field, password);
  await typeWithKeyboard(page, code, recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('details change and all other sessions end, without a mouse', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atProfile(page, shop);
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await pressWithKeyboard(page, edit);
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('First name'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Kwame');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Welcome, Kwame');
  await expect(edit).toBeFocused();

  const elsewhere = await createClient(fetch, shop.origin)(login, {
    body: { email: shop.buyer.email, password },
  });
  await pressWithKeyboard(page, section(page, 'Where you are logged in'));
  const all = page.getByRole('button', { name: 'End all other sessions' });
  await expect(all).toBeVisible();
  await pressWithKeyboard(page, all);
  await expect(page.getByRole('dialog', { name: 'End all other sessions?' })).toBeVisible();
  await expectAccessible(page, 'the question before all other sessions end');
  await pressWithKeyboard(page, page.getByRole('button', { name: 'End all others' }));
  await expect(page.getByText('You are logged in on this device only.')).toBeVisible();
  await expect(callAs(shop, elsewhere.data)(me)).rejects.toMatchObject({ status: 401 });
});

test('an order, a card on its way out, and a profile that could not be loaded', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atProfile(page, shop);
  await pressWithKeyboard(page, section(page, 'Payment Info'));
  await page.getByRole('button', { name: 'Add a card' }).click();
  await shop.fillCard(page);
  await page.getByRole('button', { name: 'Save card' }).click();
  const remove = page.getByRole('button', { name: 'Remove card ending in 4242' });
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(page.getByRole('dialog', { name: 'Remove this card?' })).toBeVisible();
  await expectAccessible(page, 'the question before a card is removed');
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();

  await shop.toCheckoutWith(page, 'EIN filing');
  await page.getByRole('tab', { name: 'Choose from existing Cards' }).click();
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByRole('heading', { name: 'Your Products' })).toBeVisible();
  await expectAccessible(page, 'the profile with an order');
  await pressWithKeyboard(page, page.getByRole('link', { name: /^Order S-/ }));
  await expect(heading(page)).toHaveText(/^Order S-/);
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page, 'an order');

  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto(`${shop.origin}/profile`);
  await expect(heading(page)).toHaveText('Your profile could not be loaded');
  await expectAccessible(page, 'the profile, not loaded');
  await page.unroute('**/api/auth/me');
  await pressWithKeyboard(page, page.getByRole('button', { name: 'Try again' }));
  await expect(heading(page)).toHaveText('Welcome, Kofi');
});

test('controls under the saved cards are disabled until the cards load, so that no press misses its target', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/payment-methods/mine', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await pressWithKeyboard(page, section(page, 'Payment Info'));
  await expect(inMain(page).getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add a card' })).toHaveCount(0);
  answer.resolve();
  await page.getByRole('button', { name: 'Add a card' }).click();
  await expect(page.getByRole('form', { name: 'Add a card' })).toBeVisible();
});

test('a success message replaces the error message before it', { tag: '@long' }, async ({ page, shop }) => {
  await page.clock.install();
  await atProfile(page, shop);
  await section(page, 'Password Info').click();
  // Stops the page's clock, so no toast disappears from here on.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const messages = page.getByRole('region', { name: 'Messages' });
  await page.getByLabel('Current Password').fill('not this one');
  await page.getByLabel('New Password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(messages.getByText('The current password is incorrect')).toBeVisible();
  await page.getByLabel('Current Password').fill(password);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(messages.getByText('Password updated successfully')).toBeVisible();
  await expect(messages.getByText('The current password is incorrect')).toHaveCount(0);
});
