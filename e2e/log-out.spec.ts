/** Log-out: what the page shows in the meantime, and that closing the tab does not undo it. */
import { accountButton, anAccount, expectName, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const storedItems = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** Opens the log-out question with the page's clock stopped. */
async function openLogOutDialog(page: Page, shop: Shop): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.clock.install();
  await page.goto(`${shop.origin}/faq`);
  await expectName(page, shop);
  await accountButton(page, shop.buyer.firstName).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
}

test('a log-out shows a spinner for 800 ms, and then all data is gone', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await openLogOutDialog(page, shop);
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Logging out');
  await page.clock.runFor(799);
  expect(await storedItems(page)).toEqual(['accessToken', 'refreshToken']);
  await expect(page.getByText('Logging out')).toBeVisible();
  await page.clock.runFor(1);
  await expect(page).toHaveURL(`${shop.origin}/`);
  expect(await storedItems(page)).toEqual([]);
});

test('closing the tab while the log-out spins still logs out, even without a connection', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  await openLogOutDialog(page, shop);
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logging out')).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await other.goto(`${shop.origin}/faq`);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedItems(other)).toEqual([]);
});
