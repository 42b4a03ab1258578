/** A browser whose storage says that an administrator is acting as a customer. */
import { anAccount, expectName, grantActing, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

async function storeActing(page: Page, shop: Shop): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.evaluate(() => {
    localStorage.setItem('adminAsUser', 'true');
    localStorage.setItem('loginUserId', 'usr_2');
    localStorage.setItem('loginUserEmail', 'ama@example.com');
  });
}

const storedItems = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('an administrator acting as a customer always sees which customer, and can end it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await storeActing(page, shop);
  await grantActing(page);
  const identified = page.waitForRequest((request) => request.url().endsWith('/api/auth/me'));
  await page.goto(`${shop.origin}/products`);
  expect((await identified).headers()).toMatchObject({
    'admin-as-user': 'true',
    'user-id': 'usr_2',
    'user-email': 'ama@example.com',
  });
  const notice = page.getByRole('region', { name: 'Acting as a customer' });
  await expect(notice).toContainText('ama@example.com');
  await notice.getByRole('button', { name: 'End' }).click();
  await expectName(page, shop);
  await expect(notice).toHaveCount(0);
});

test("without a grant the administrator's own profile opens, and storage holds no customer data", {
  tag: '@long',
}, async ({ page, shop }) => {
  await storeActing(page, shop);
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${shop.buyer.firstName}`);
  await expect(page.getByRole('region', { name: 'Acting as a customer' })).toHaveCount(0);
  expect(await storedItems(page)).toEqual(['accessToken', 'refreshToken']);
  await page.goto(`${shop.origin}/products`);
  await expectName(page, shop);
});
