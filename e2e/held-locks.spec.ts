/** Another page of the shop holds a lock forever, as Firefox does with a page in the back/forward cache. */
import type { Page } from '@playwright/test';
import { anAccount, expectName, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';

async function openPageWithLock(page: Page, shop: Shop, lock: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${shop.origin}/faq`);
  await other.evaluate(
    (name) =>
      new Promise<void>((granted) => {
        void navigator.locks.request(name, () => {
          granted();
          return new Promise(() => undefined);
        });
      }),
    lock,
  );
}

test('an order is placed although another page never finishes saving the cart', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await openPageWithLock(page, shop, 'stateside.saveCart');
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('a session is refreshed although another page never finishes its refresh', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  await openPageWithLock(page, shop, 'refresh');
  // The server treats this token as expired.
  await storeTokens(page, shop, { ...tokens, accessToken: `${tokens.accessToken}x` });
  await page.goto(`${shop.origin}/products`);
  await expectName(page, shop);
});

test('viewing checkout takes no lock, because there is nothing to save', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const { request } = LockManager.prototype;
    LockManager.prototype.request = function (this: LockManager, ...args: Parameters<typeof request>) {
      sessionStorage.setItem('asked', `${sessionStorage.getItem('asked') ?? ''} ${args[0]}`);
      return request.apply(this, args);
    } as typeof request;
  });
  const readRequested = () => page.evaluate(() => sessionStorage.getItem('asked'));
  await shop.toCheckoutWith(page, 'EIN filing');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(`${shop.origin}/products`);
  expect(await readRequested()).toBeNull();
  await page.goto(`${shop.origin}/checkout`);
  const stored = shop.savedCart(page, shop.buyer.firstName);
  await page.getByLabel('First name').fill(shop.buyer.firstName);
  await page.getByLabel('First name').blur();
  await stored;
  expect(await readRequested()).toBe(' stateside.saveCart');
});
