/** What remains when the connection is lost on a page, and how the visitor continues when it is back. */
import { alive, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const blogs = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Blogs' });

test('offline, following a link keeps the page and shows the reason, and works after reconnecting', async ({
  page,
  context,
  shop,
}) => {
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await context.setOffline(true);
  await expect(page.getByText('You are offline. Your cart is safe on this device.')).toBeVisible();
  const why = page.getByRole('alert').filter({ hasText: 'You are offline. Press again to go anyway.' });
  // The second link loads a new document. The third leads to a section of another page.
  for (const name of ['Blogs', 'Cart', 'Our services']) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(why).toBeVisible();
    await expect(page).toHaveURL(`${shop.origin}/faq`);
    await why.getByRole('button', { name: 'Dismiss' }).click();
    await expect(why).toHaveCount(0);
  }
  // Reaching a link must prefetch nothing, because a failed file would reload the page.
  await blogs(page).hover();
  for (const name of ['Products', 'About us', 'Net 30 vendor'])
    await page.getByRole('banner').getByRole('link', { name }).first().focus();
  await expect(title(page)).toHaveText('Frequently asked questions');
  await context.setOffline(false);
  await blogs(page).click();
  await expect(title(page)).toHaveText('Blogs');
  expect(failed).toEqual([]);
});

test('offline, a link closes the mobile menu so that the reason is visible', { tag: '@long' }, async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Blogs' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await expect(page).toHaveURL(`${shop.origin}/faq`);
});

for (const [what, status] of [
  ['when the line breaks', null],
  ['when the shop is busy', 503],
] as const) {
  test(`a page that fails to load ${what} shows an error, and loads on retry`, { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.origin}/faq`);
    await alive(page);
    let attempts = 0;
    await page.route('**/blogs.data*', (route) => {
      // Prefetches do not count as attempts.
      if (route.request().resourceType() === 'fetch') attempts += 1;
      return status === null ? route.abort() : route.fulfill({ status, body: 'Later' });
    });
    await blogs(page).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('The page did not load: your connection was lost, or we are very busy.');
    await expect(main).not.toContainText('on our side');
    const before = attempts;
    await main.getByRole('link', { name: 'Try again' }).click();
    await expect.poll(() => attempts).toBeGreaterThan(before);
    await expect(title(page)).toHaveText('Unexpected Application Error!');
    await page.unroute('**/blogs.data*');
    await main.getByRole('link', { name: 'Try again' }).click();
    await expect(title(page)).toHaveText('Blogs');
    await expect(title(page)).toBeFocused();
  });
}

test('a browser that wrongly reports being offline does not disable links', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await blogs(page).click();
  await expect(page.getByRole('alert')).toContainText('Press again to go anyway.');
  await expect(page).toHaveURL(`${shop.origin}/faq`);
  await blogs(page).click();
  await expect(title(page)).toHaveText('Blogs');
});
