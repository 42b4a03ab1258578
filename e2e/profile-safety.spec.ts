/**
 * Protection of a profile against thieves: no change without the password, or without a code if the account
 * requires one.
 */
import { expectMessage } from '#e2e/said.ts';
import { anAccount, callAs, codeOf, storeTokens, password, storedTokens, tokensFor } from '#e2e/people.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { confirmTwoFactor, startTwoFactor } from '#contract/two-factor.ts';
import { freshId } from '#kernel/ids.ts';
import type { Page } from '@playwright/test';

const inMain = (page: Page) => page.getByRole('main');
const openSection = (page: Page, title: string) =>
  inMain(page).locator('summary').filter({ hasText: title }).click();

/** Opens the profile of an account with two-factor log-in. `spentCode` turned it on. */
async function atProfileWithApp(
  page: Page,
  shop: Shop,
): Promise<{ spentCode: string; recoveryCodes: string[] }> {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  const call = callAs(shop, tokens);
  const { secret } = await call(startTwoFactor, { body: { password } });
  const spentCode = codeOf(secret);
  const { recoveryCodes } = await call(confirmTwoFactor, { body: { code: spentCode } });
  await storeTokens(page, shop, tokens);
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kofi');
  return { spentCode, recoveryCodes };
}

test('with two-factor log-in a new password asks for a code at its field and preserves the input', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { spentCode, recoveryCodes } = await atProfileWithApp(page, shop);
  await openSection(page, 'Password Info');
  await page.getByLabel('Current Password').fill(password);
  await page.getByLabel('New Password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Code is required', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(spentCode);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('The code is incorrect', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveValue(spentCode);
  await expect(page.getByLabel('Current Password')).toHaveValue(password);
  await expect(page.getByLabel('New Password')).toHaveValue('ten red tricycles');
  await expectAccessible(page, 'the new password, with a wrong code');
  await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectMessage(page, 'Password updated successfully');
  for (const label of ['Current Password', 'Code']) await expect(page.getByLabel(label)).toHaveValue('');
});

test('with two-factor log-in an account is deleted only with a code', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { spentCode, recoveryCodes } = await atProfileWithApp(page, shop);
  await openSection(page, 'Your data');
  await inMain(page).getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Code is required', { exact: true })).toBeVisible();
  await dialog.getByLabel('Code').fill(spentCode);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('The code is incorrect', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password);
  // A toast covers the dialog, so axe cannot determine the colors below it.
  await expect(page.locator('[aria-label="Messages"] p')).toHaveCount(0);
  await expectAccessible(page, 'the end of an account, with a wrong code');
  await dialog.getByLabel('Code').fill(recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(`${shop.origin}/`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('a new password keeps this browser logged in, in all its tabs, and invalidates copied tokens', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  await anAccount(shop);
  const copied = await tokensFor(shop);
  await storeTokens(page, shop, copied);
  let refreshes = 0;
  await context.route('**/api/auth/refresh-token', (route) => {
    refreshes += 1;
    return route.continue();
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${shop.origin}/profile`);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kofi');
  }
  await openSection(page, 'Password Info');
  await page.getByLabel('Current Password').fill(password);
  await page.getByLabel('New Password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectMessage(page, 'Password updated successfully');
  await openSection(other, 'Where you are logged in');
  await expect(inMain(other).getByText('This device', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kofi');
  expect(refreshes, 'nobody had to refresh').toBe(0);
  const stored = await storedTokens(page);
  expect(stored.refreshToken).not.toBe(copied.refreshToken);
  const ask = { headers: { authorization: `Bearer ${copied.accessToken}` } };
  expect((await page.request.get(`${shop.origin}/api/auth/me`, ask)).status()).toBe(401);
  const answer = await page.request.post(`${shop.origin}/api/auth/refresh-token`, {
    data: { refreshToken: copied.refreshToken },
  });
  expect(answer.status()).toBe(401);
});

/** Inserts a support grant, as the admin command does. */
async function startImpersonation({ db, buyer }: Shop): Promise<void> {
  const now = new Date();
  const later = new Date(now.getTime() + 20 * 60_000);
  const [adminId, sessionId] = [freshId('usr'), freshId('ses')];
  const { id: target } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', buyer.email)
    .executeTakeFirstOrThrow();
  const names = {
    first_name: 'Esi',
    last_name: 'Support',
    user_name: 'esi',
    phone: '',
    address: '',
    city: '',
    country: 'GH',
  };
  await db
    .insertInto('app_user')
    .values({ id: adminId, email: `${adminId.toLowerCase()}@example.com`, role: 'owner', ...names })
    .execute();
  const ends = { expires_at: later, ends_at: later };
  const times = { created_at: now, rotated_at: now, last_used_at: now };
  await db
    .insertInto('session')
    .values({ id: sessionId, user_id: adminId, ...ends, ...times })
    .execute();
  const grant = {
    admin_id: adminId,
    target_id: target,
    session_id: sessionId,
    reason: 'You asked us by phone to look at your order',
  };
  await db
    .insertInto('impersonation_grant')
    .values({ id: freshId('gra'), ...grant, stepped_up_at: now, created_at: now, expires_at: later })
    .execute();
}

test('a customer sees that our support acts for them, why, and until when, and ends it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await startImpersonation(shop);
  await page.goto(`${shop.origin}/profile`);
  await openSection(page, 'Where you are logged in');
  const row = page
    .getByRole('list', { name: 'Sessions' })
    .getByRole('listitem')
    .filter({ hasText: 'Support is acting for you until' });
  await expect(row).toContainText(/until \d{1,2}:\d\d\s[AP]M/);
  await expect(row).toContainText('Reason: You asked us by phone to look at your order');
  await expectAccessible(page, 'support among the sessions');
  await row.getByRole('button', { name: 'End support’s access to your account' }).click();
  await expectMessage(page, 'Support can no longer act for you');
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused();
  const grants = await shop.db
    .selectFrom('impersonation_grant as grant')
    .innerJoin('app_user', 'app_user.id', 'target_id')
    .select('revoked_at')
    .where('email', '=', shop.buyer.email)
    .execute();
  expect(grants).toEqual([{ revoked_at: expect.any(Date) }]);
});
