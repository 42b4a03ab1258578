/**
 * The products page with its groups. The group bar stays in view, links to each group, and never covers a
 * jump target or a focused control.
 */
import { productGroups } from '#content/product-groups.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { alive, expect, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';
import type { Locator } from '@playwright/test';

const topOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => element.getBoundingClientRect().top);
const bottomOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => element.getBoundingClientRect().bottom);

for (const width of [360, 1280])
  test(`the bar of groups leads to each group, at ${width} px`, { tag: '@long' }, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${shop.origin}/products`);
    await alive(page);
    const bar = page.getByRole('navigation', { name: 'Product groups' });
    await expect(bar.getByRole('link')).toHaveCount(5);
    for (const { id, title, short } of productGroups.filter((group) => group.id !== 'other')) {
      const link = bar.getByRole('link', { name: short, exact: true });
      await link.click();
      await expect(page).toHaveURL(`${shop.origin}/products#${id}`);
      const heading = page.getByRole('heading', { level: 2, name: title });
      await expect(link).toHaveAttribute('aria-current', 'location');
      await expect.poll(() => topOf(heading)).toBeLessThan(300);
      expect(await topOf(heading)).toBeGreaterThan(await bottomOf(bar));
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    // Going backward through the page, no focused element is behind the bar.
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const focused = page.locator(':focus');
      if (
        await focused.evaluate(
          (element) => element.closest('main') === null || element.closest('nav') !== null,
        )
      )
        continue;
      expect(await topOf(focused)).toBeGreaterThanOrEqual(await bottomOf(bar));
    }
  });

test('tabbing through the bar and the header does not scroll the page, and Back restores the position', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  await alive(page);
  const [first, second] = productGroups;
  const bar = page.getByRole('navigation', { name: 'Product groups' });
  const jump = async (key: string, id: string): Promise<number> => {
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${shop.origin}/products#${id}`);
    const place = page.locator(`#${id}`);
    await expect.poll(() => topOf(place)).toBeCloseTo(144, 0);
    return page.evaluate(() => window.scrollY);
  };
  const focus = (locator: Locator): Promise<void> =>
    locator.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
  await focus(bar.getByRole('link', { name: first.short, exact: true }));
  const place = await jump('Shift', first.id);
  await focus(bar.getByRole('link', { name: first.short, exact: true }));
  await jump('Tab', second.id);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await focus(page.getByRole('banner').getByRole('link').first());
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => [document.activeElement?.closest('header') !== null, window.scrollY]),
  ).toEqual([true, place]);
});

test('a link from outside leads to a group without a script', { tag: '@long' }, async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${shop.origin}/products#upkeep`);
  await expect(page.getByRole('heading', { level: 2, name: 'Yearly filings and books' })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 3, name: 'Annual report filing' })).toBeAttached();
  await context.close();
});

test('product text written by staff is on its page for the next visitor', { tag: '@long' }, async ({
  page,
  shop,
  browser,
}) => {
  await atConsole(page, shop, 'content', '/catalog/products/logo-design');
  const time = page.getByRole('textbox', { name: 'Turnaround time', exact: true });
  await expect(time).toHaveValue(/10 business days/);
  const visitor = await browser.newContext();
  const live = await visitor.newPage();
  await live.goto(`${shop.origin}/products`);
  await shop.card(live, 'Logo design').getByRole('link', { name: 'Logo design' }).click();
  await expect(live.getByRole('heading', { level: 1, name: 'Logo design' })).toBeVisible();
  await expect(live.getByRole('main')).toContainText('10 business days from your answers');
  const was = await time.inputValue();
  await time.fill('Usually 12 business days');
  await page.getByRole('textbox', { name: 'Step 1: time' }).fill('About 25 minutes');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Saved and published');
  await reloadUntil(
    () => live.reload(),
    (within) => expect(live.getByRole('main')).toContainText('Usually 12 business days', within),
  );
  await expect(live.getByRole('main')).toContainText('About 25 minutes');
  await page.getByRole('textbox', { name: 'Item 1' }).fill(' ');
  await time.fill(was);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Enter the line, or remove it')).toBeVisible();
  await page.getByRole('button', { name: 'Remove item 1' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await page.keyboard.press('Control+Enter');
  await saved;
  await reloadUntil(
    () => live.reload(),
    (within) => expect(live.getByRole('main')).toContainText('10 business days from your answers', within),
  );
  await visitor.close();
});

test('on a phone, the price and the duration of an EIN are one tap from the home page', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/`);
  await page.getByRole('main').getByRole('link', { name: 'EIN', exact: true }).click();
  await expect(page).toHaveURL(`${shop.origin}/products/ein-filing`);
  await expect(page.getByRole('heading', { level: 1, name: 'EIN filing' })).toBeVisible();
  await expect(page.getByText('$149.50', { exact: true })).toBeInViewport();
  await expect(
    page.getByText('Usually 2 to 6 weeks after we file (2026); the IRS may take longer'),
  ).toBeInViewport();
});

test("on a phone, one tap in the home page's table, or two by its page, puts the start package in the cart", {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/`);
  await alive(page);
  const table = page.getByRole('region', { name: 'One example, with every dollar' });
  await expect(table).toContainText('$498.50 if bought separately');
  await table.getByRole('link', { name: 'Start package: Wyoming LLC and EIN' }).click();
  await expect(page.getByText('$498.50 if bought separately. You save $49.50.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to cart' })).toBeFocused();
  await page.goBack();
  await table.getByRole('button', { name: 'Add these to cart' }).click();
  await expect(table.getByRole('link', { name: 'Go to cart' })).toBeFocused();
  await table.getByRole('link', { name: 'Go to cart' }).click();
  const order = page.getByRole('main');
  for (const name of ['Start package: Wyoming LLC and EIN', 'US business address', 'US phone number'])
    await expect(order.getByText(name)).not.toHaveCount(0);
  await expect(order.getByText('$502.99').filter({ visible: true }).first()).toBeVisible();
});
