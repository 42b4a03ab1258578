/** Buyers who wait for a long time, and buyers who leave immediately. */
import { expect, test } from '#e2e/story.ts';

test('leaving right after paying does not bring the paid product back to the cart', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const confirmed = page.waitForResponse((response) =>
    /\/v1\/payment_intents\/[^/]+\/confirm/.test(response.url()),
  );
  // No page of this purchase receives the paid status.
  await page.route('**/payment-status', (route) => route.abort());
  await shop.completeOrder(page);
  await confirmed;
  await page.goto(`${shop.origin}/faq`);
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*1/i })).toBeVisible();
  await page.unroute('**/payment-status');
  await page.goto(`${shop.origin}/products`);
  await expect(shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*1/i })).toHaveCount(0);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('the spinner explains itself after eight seconds, and the message after it says that no money moved', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { promise: line, resolve: breakLine } = Promise.withResolvers<void>();
  await page.route('**/api/payments/create-and-purchase', async (route) => {
    await line;
    await route.abort();
  });
  await page.clock.install();
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const sent = page.waitForRequest('**/api/payments/create-and-purchase');
  await shop.completeOrder(page);
  await sent;
  const spinner = page.getByRole('status').filter({ hasText: 'We are processing your payment' });
  await expect(spinner).not.toContainText('This is taking longer than usual');
  await page.clock.fastForward(8_000);
  await expect(spinner).toContainText('We are placing your order. Your card has not been charged yet.');
  breakLine();
  await expect(async () => {
    await page.clock.fastForward(2_500);
    await expect(page.getByText(/Your card was not charged/).first()).toBeVisible({ timeout: 500 });
  }).toPass();
});
