/**
 * Pages with a part that is late, missing, or failing. The rest still works, and there is a way to do what
 * the part was for.
 */
import { storeTokens } from '#e2e/people.ts';
import { alive, expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

/** Opens the page as a returning visitor, while some files fail to load. */
async function openWithout(
  page: Page,
  shop: Shop,
  files: string,
  items: Record<string, string> = {},
): Promise<void> {
  await storeTokens(page, shop, { accessToken: 'a.known.visitor', refreshToken: 'refresh' });
  await page.evaluate((stored) => Object.assign(localStorage, stored), items);
  await page.route(files, (route) => route.abort());
  // These tokens are invalid, and a response would say so.
  await page.route('**/api/**', (route) => route.abort());
  const requested = page.waitForRequest(files);
  await page.goto(`${shop.origin}/faq`);
  if (!files.includes('entries')) await requested;
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test("without the name menu's file a link to the profile replaces it, and the page stays", {
  tag: '@long',
}, async ({ page, shop }) => {
  await openWithout(page, shop, '**/assets/account-menu-*.js');
  const profile = page.getByRole('banner').getByRole('link', { name: 'Profile', exact: true });
  await expect(profile).toHaveAttribute('href', '/profile');
  await expect(title(page)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(title(page)).toHaveText('Products');
  await expect(profile).toBeVisible();
});

test('without its file the mobile menu has a link to the profile, and the page stays', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWithout(page, shop, '**/assets/account-entries-*.js');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toHaveAttribute('href', '/profile');
  await page.keyboard.press('Escape');
  await expect(title(page)).toBeVisible();
});

test('an administrator acting as a customer sees a notice even when the file with the name fails to load', {
  tag: '@long',
}, async ({ page, shop }) => {
  await openWithout(page, shop, '**/assets/acting-notice-*.js', {
    adminAsUser: 'true',
    loginUserEmail: shop.buyer.email,
  });
  await expect(page.getByText('You are acting as a customer.')).toBeVisible();
  await expect(title(page)).toBeVisible();
  await page.unroute('**/assets/acting-notice-*.js');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Acting as a customer' })).toContainText(shop.buyer.email);
});

test('a failure in the page frame shows an error page and does not violate our CSP', {
  tag: '@long',
}, async ({ page, shop }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('csp-report')) reports.push(request.postData() ?? '');
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', {
      get: () => {
        throw new Error('a fault in what surrounds the pages');
      },
    });
  });
  await page.goto(`${shop.origin}/faq`);
  await expect(title(page)).toHaveText('Unexpected Application Error!');
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'See our services' })).toHaveAttribute('href', '/products');
  expect(reports).toEqual([]);
});

test('a page whose code fails to load shows the specified error, and the retry loads it', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  const code = '**/assets/about-us-*.js';
  await page.route(code, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
  await expect(title(page)).toHaveText('Unexpected Application Error!');
  await expect(page).toHaveURL(`${shop.origin}/about-us`);
  await expect(
    page.getByText('The page did not load: your connection was lost, or we are very busy.'),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Products' })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText('About Us');
});

test('a page whose code is gone after an update loads a new document', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  await page.route('**/assets/about-us-*.js', (route) => route.fulfill({ status: 404 }));
  const reloaded = page.waitForEvent('load');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
  await reloaded;
  await expect(title(page)).not.toHaveText('Unexpected Application Error!');
});

/** Holds all scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: line, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await line;
    await route.continue();
  });
  return release;
}

test('a form sent before its script loads is submitted once the script runs', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${shop.origin}/contact-us`, { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Kofi');
  await page.getByRole('main').getByRole('button', { name: 'Submit' }).click();
  release();
  await expect(page.getByText('Last name is required', { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Kofi');
});

test('a new password sent before the page’s script loads is submitted once the script runs', {
  tag: '@long',
}, async ({ page, shop }) => {
  for (const path of ['/reset-password?resetToken=used', '/set-password?confirmToken=used']) {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(`${shop.origin}${path}`, { waitUntil: 'commit' });
    await page
      .getByLabel('Password', { exact: true })
      .or(page.getByLabel('New password'))
      .fill('nine blue bicycles');
    await page.getByLabel('Confirm Password').fill('nine blue bicycles');
    await page.getByRole('main').locator('button[type=submit]').click();
    arrived.resolve();
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a press that starts before hydration and ends after it counts', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto(`${shop.origin}/contact-us`, { waitUntil: 'commit' });
  const button = page.getByRole('main').getByRole('button', { name: 'Submit' });
  await button.hover();
  await page.mouse.down();
  arrived.resolve();
  await alive(page);
  await page.mouse.up();
  await expect(page.getByText('You must agree with the terms')).toBeVisible();
});
