/** Who may open the console, and its frame: menu, search, and keyboard shortcuts. */
import { anAccount, password, storeTokens, tokensFor } from '#e2e/people.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aStaffPerson, atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('staff log in with a code, land in the console, and navigate it by keyboard', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { email, nextCode } = await aStaffPerson(page, shop, 'owner');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${shop.origin}/admin/orders`);
  await expect(page).toHaveURL(`${shop.origin}/login?returnTo=%2Fadmin%2Forders`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Code').fill(await nextCode());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${shop.origin}/admin/orders`);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Orders');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.type('ord');
  await expect(page.getByRole('option', { name: /^Orders/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('the console is closed to others: a guest gets the log-in page, a customer a page not found', {
  tag: '@long',
}, async ({ page, shop }) => {
  const answer = await page.goto(`${shop.origin}/admin`);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  await expect(page).toHaveURL(`${shop.origin}/login?returnTo=%2Fadmin`);
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/admin/orders`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0);
});

test('without a second factor the console explains how to set it up', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  await shop.db
    .updateTable('app_user')
    .set({ role: 'support' })
    .where('email', '=', shop.buyer.email)
    .execute();
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor log-in first');
  await page.getByRole('link', { name: 'Set up two-factor log-in' }).click();
  await expect(page.getByRole('group').filter({ hasText: 'Two-factor log-in' })).toHaveAttribute('open', '');
});

test('a role sees its own part of the console, also at a typed URL', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'content');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Orders' })).toHaveCount(0);
  await page.goto(`${shop.origin}/admin/orders`);
  await expect(page.getByText('Your role cannot open this part of the console.')).toBeVisible();
  await expectAccessible(page, 'a part that the role does not open');
});

test('single-key shortcuts are inactive in fields and can be turned off', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'owner', '/orders');
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /^Single-key/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await expectAccessible(page, 'the search');
});
