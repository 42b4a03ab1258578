/** Pages without JavaScript, pages that do not exist, and what a visitor sees when the shop itself is in trouble. */
import { startShop } from '#e2e/running-shop.ts';
import { expect, test } from '#e2e/story.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('/products shows every service with its price and all its benefits', async ({ page, shop }) => {
    const services = (await (await fetch(`${shop.origin}/api/products`)).json()) as {
      name: string;
      price: number | null;
      subscriptionPrice: number | null;
      productBenefits: { text: string }[];
    }[];
    expect(services.length).toBeGreaterThanOrEqual(12);
    await page.goto(`${shop.origin}/products`);
    const text = (await page.getByRole('main').textContent()) ?? '';
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    for (const { name, price, subscriptionPrice, productBenefits } of services) {
      expect(text).toContain(name);
      const shown = price ?? subscriptionPrice;
      if (shown !== null) expect(text).toContain(dollars.format(shown));
      for (const benefit of productBenefits) expect(text).toContain(benefit.text);
    }
    await expect(page.getByRole('link', { name: 'Check out now' })).toHaveAttribute('href', '/checkout');
  });

  test('every page has one heading of the first level to see, also where a script would have written another', async ({ page, shop }) => {
    const needy = [
      'checkout',
      'login',
      'register',
      'payment-successful',
      'set-password',
      'reset-password',
      'complete-registration',
      'profile',
    ];
    for (const path of [...needy, 'forgot-password-email', 'contact-us', 'blogs', 'no-such-page']) {
      await page.goto(`${shop.origin}/${path}`);
      await expect(page.locator('h1:visible'), path).toHaveCount(1);
    }
  });

  test('the navigation and the footer can be read and followed', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/products`);
    await expect(page.getByRole('contentinfo').getByText(/not a law firm/)).toBeVisible();
    await expect(
      page
        .getByRole('banner')
        .getByRole('link', { name: /products/i })
        .first(),
    ).toBeVisible();
  });
});

test('a page that does not exist answers 404 and leads home', async ({ page, shop }) => {
  const answer = await page.goto(`${shop.origin}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/');
});

test('a shop without its database says so politely, promises that nothing was charged, and is not ready', async ({ page }) => {
  // A whole shop starts in it, which may take two minutes by itself.
  test.setTimeout(180_000);
  const shop = await startShop();
  try {
    await shop.loseDatabase();
    const answer = await page.goto(`${shop.origin}/products`);
    expect(answer?.status()).toBe(500);
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    const call = await fetch(`${shop.origin}/api/products`);
    expect(call.status).toBe(503);
    expect(await call.json()).toMatch(/very busy/);
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503);
  } finally {
    await shop.stop();
  }
});
