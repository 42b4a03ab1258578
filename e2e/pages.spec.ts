/** Pages without scripts, and what visitors see when the shop itself fails. */
import { startShop } from '#e2e/running-shop.ts';
import { expect, test } from '#e2e/story.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page has one visible first-level heading, even where a script would have rendered another', {
    tag: '@long',
  }, async ({ page, shop }) => {
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

  test('a post has no button that needs a script', { tag: '@long' }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/blogs/ein-without-ssn`);
    await expect(page.getByRole('region', { name: 'Table 1' })).toContainText('Foreign');
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
  });
});

test('a shop without its database shows an error, promises that nothing was charged, and is not ready', {
  tag: '@long',
}, async ({ page }) => {
  const shop = await startShop();
  try {
    await shop.loseDatabase();
    const answer = await page.goto(`${shop.origin}/products`);
    expect(answer?.status()).toBe(503);
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    const call = await fetch(`${shop.origin}/api/products`);
    expect(call.status).toBe(503);
    expect(await call.json()).toMatch(/very busy/);
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503);
  } finally {
    await shop.stop();
  }
});
