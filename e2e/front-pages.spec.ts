/**
 * Links to the services on the home page, from there and from other pages.
 * src/server/pages/read-pages.test.ts checks the page's text.
 */
import { alive, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const servicesTop = (page: Page): Promise<number> =>
  page.evaluate('Math.round(document.getElementById("our-services")?.getBoundingClientRect().top ?? 99999)');

/** Returns how the page moved to the services: whether it glided or jumped. It must arrive in both cases. */
async function recordScroll(page: Page, act: () => Promise<void>): Promise<string[]> {
  await alive(page);
  await page.evaluate(() => {
    const ways: string[] = [];
    const jump = Element.prototype.scrollIntoView;
    Object.assign(window, { ways });
    Element.prototype.scrollIntoView = function (this: Element, ...how) {
      const before = scrollY;
      jump.apply(this, how);
      ways.push(scrollY === before ? 'glides' : 'jumps');
    };
  });
  await act();
  await expect.poll(() => servicesTop(page)).toBeLessThan(200);
  // A later page change must not glide.
  await expect(page.locator('html')).not.toHaveAttribute('data-jump');
  return page.evaluate("Reflect.get(window, 'ways')");
}

test('Learn More scrolls smoothly to the services, and the next Tab continues from there', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${shop.origin}/`);
  expect(
    await recordScroll(page, () => page.getByRole('link', { name: 'Learn More', exact: true }).click()),
  ).toEqual(['glides']);
  await expect(page).toHaveURL(`${shop.origin}/#our-services`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'All products and prices' })).toBeFocused();
});

test('with reduced motion the page jumps to the services without animation', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/`);
  const link = page.getByRole('banner').getByRole('link', { name: 'Our services' });
  expect(await recordScroll(page, () => link.click())).toEqual(['jumps']);
});

test('Our services links from another page to the section of the home page', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/products`);
  await alive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Our services' }).click();
  await expect(page).toHaveURL(`${shop.origin}/#our-services`);
  await expect.poll(() => servicesTop(page)).toBeLessThan(200);
});
