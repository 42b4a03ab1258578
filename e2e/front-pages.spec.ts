/** The pages a stranger reads first: complete without JavaScript, and their links lead where the specification says. */
import { alive, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const servicesTop = (page: Page): Promise<number> =>
  page.evaluate('Math.round(document.getElementById("our-services")?.getBoundingClientRect().top ?? 99999)');

/** Whether the page is still where it was right after the router has sent it to the services, or there already. It arrives in the end. */
async function wayToServices(page: Page, act: () => Promise<void>): Promise<string[]> {
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
  // A change of page after it must not glide.
  await expect(page.locator('html')).not.toHaveAttribute('data-jump');
  return page.evaluate("Reflect.get(window, 'ways')");
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page shows all its parts, and its links and anchors work', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/`);
    const main = page.getByRole('main');
    for (const name of [/^Essential services/, 'Our services', 'Best zero-tax states', 'Net 30 vendor account', /^Extended services/])
      await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
    for (const name of ['Business address', 'Business phone number', 'Business registration', 'ITIN', 'EIN'])
      await expect(main.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/products');
    await expect(main.getByRole('link', { name: /^Learn more about states/ })).toHaveAttribute('href', '/contact-us');
    await expect(main.getByRole('link', { name: 'How the account works' })).toHaveAttribute('href', '/net-30-vendor');
    await expect(main.getByRole('region', { name: 'Latest from the blog' }).getByRole('article')).toHaveCount(3);
    await expect(main.getByRole('figure').filter({ hasText: 'Sample' })).toHaveCount(3);
    await page.getByRole('link', { name: 'Learn More', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#our-services');
  });

  test('the home page asks the prices of the products page', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/`);
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const price of ['$349.00', '$149.50', '$29.00 each month', '$24.99 today, then $14.99 each month', '$1,486.28', '$1,096.78'])
      expect(text).toContain(price);
  });

  test('the about page has its specified parts', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/about-us`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
    for (const name of ['A one stop shop to building a business', 'Building blocks of success', 'How we help', 'Why choose us'])
      await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/products');
    await expect(main.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact-us');
    await expect(main.getByRole('link', { name: 'Start now' })).toHaveAttribute('href', '/products');
  });

  test('the Net 30 explainer has three steps, and two invoices that add up', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/net-30-vendor`);
    const main = page.getByRole('main');
    for (const name of ['Make a first purchase', 'Give the company information, with the EIN', 'Check the new credit limit'])
      await expect(main.getByRole('heading', { level: 3, name })).toBeVisible();
    await expect(main.getByRole('link', { name: 'products', exact: true })).toHaveAttribute('href', '/products');
    const text = (await main.textContent()) ?? '';
    for (const fact of [
      '$318.95',
      '$159.48',
      '$159.47',
      '31st March 2027',
      '14th April 2027',
      '$531.90',
      '$500.00',
      '$50,000.00',
      '1, 7, 15 and 30 days',
    ])
      expect(text).toContain(fact);
  });
});

test('Learn More glides to the services, and the next press of Tab goes on from there', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${shop.origin}/`);
  expect(await wayToServices(page, () => page.getByRole('link', { name: 'Learn More', exact: true }).click())).toEqual(['glides']);
  await expect(page).toHaveURL(`${shop.origin}/#our-services`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'All products and prices' })).toBeFocused();
});

test('whoever asked for stillness jumps to the services at once', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/`);
  const link = page.getByRole('banner').getByRole('link', { name: 'Our services' });
  expect(await wayToServices(page, () => link.click())).toEqual(['jumps']);
});

test('Our services leads from another page to the section of the home page', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  await alive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Our services' }).click();
  await expect(page).toHaveURL(`${shop.origin}/#our-services`);
  await expect.poll(() => servicesTop(page)).toBeLessThan(200);
});

test('a question opens and closes by keyboard, and is open for whoever comes by its address', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/faq`);
  await alive(page);
  const first = page.getByRole('main').locator('details').first();
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('open', '');
  await page.keyboard.press('Space');
  await expect(first).not.toHaveAttribute('open', '');
  const last = page.getByRole('main').locator('details').last();
  const id = await last.locator('[id]').first().getAttribute('id');
  await page.goto(`${shop.origin}/faq?fresh#${id}`);
  await expect(last).toHaveAttribute('open', '');
});
